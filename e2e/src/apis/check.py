"""What a program over the official Python package sees. Prints one JSON object."""
import json
import sys

import openai

base_url, key, chat_model, embedding_model = sys.argv[1:5]
client = openai.OpenAI(base_url=base_url + "/v1", api_key=key, max_retries=0)
seen = {"version": openai.__version__}


def ask(content, **rest):
    return client.chat.completions.create(model=chat_model, messages=[{"role": "user", "content": content}], **rest)


def error_of(call):
    try:
        call()
    except openai.OpenAIError as error:
        return {
            "type": type(error).__name__,
            "status": getattr(error, "status_code", None),
            "code": getattr(error, "code", None),
            "request_id": getattr(error, "request_id", None),
        }
    return None


plain = ask('[[sim text="Dicho y hecho."]]')
seen["plain"] = {
    "id": plain.id, "content": plain.choices[0].message.content, "finish": plain.choices[0].finish_reason, "total": plain.usage.total_tokens,
    "cost_mxn": plain.usage.model_extra["cost_mxn"], "request_id": plain._request_id,
}

chunks = list(ask('[[sim text="Dicho y hecho."]]', stream=True))
seen["stream"] = {
    "content": "".join(chunk.choices[0].delta.content or "" for chunk in chunks if chunk.choices),
    "finish": chunks[-1].choices[0].finish_reason, "total": chunks[-1].usage.total_tokens,
}

tool = {"type": "function", "function": {"name": "weather", "parameters": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}}}
called = ask("The weather?", tools=[tool], tool_choice="required").choices[0].message.tool_calls[0]
seen["tool"] = {"name": called.function.name, "arguments": json.loads(called.function.arguments)}

vectors = client.embeddings.create(model=embedding_model, input=["uno", "dos"])
seen["embeddings"] = {"count": len(vectors.data), "dimensions": len(vectors.data[0].embedding), "tokens": vectors.usage.prompt_tokens}

seen["models"] = [model.id for model in client.models.list()]
seen["model"] = client.models.retrieve(chat_model).id

stranger = openai.OpenAI(base_url=base_url + "/v1", api_key="nonsense", max_retries=0)
seen["errors"] = {
    "key": error_of(lambda: stranger.models.list()),
    "model": error_of(lambda: client.chat.completions.create(model="gpt-4o-mini", messages=[{"role": "user", "content": "Hi"}])),
    "body": error_of(lambda: ask("Hi", temperature=3)),
    "provider": error_of(lambda: ask('[[sim fault=status status=400 message="No."]]')),
    "stream": error_of(lambda: list(ask("[[sim words=20 fault=cut after=5]]", stream=True))),
}

print(json.dumps(seen))
