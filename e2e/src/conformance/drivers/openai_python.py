"""The official Python package, one JSON line in for each call, one JSON line out."""
import json
import sys

import openai
from openai.lib.streaming.chat import ChatCompletionStreamState

base_url, key = sys.argv[1:3]
client = openai.OpenAI(base_url=base_url, api_key=key, max_retries=0)
OWN_FIELDS = ("models", "continue_on_cut", "zdr")


def usage_of(usage):
    return None if usage is None else usage.model_dump()


def failure_of(error):
    body = error.body if isinstance(getattr(error, "body", None), dict) else {}
    return {
        "status": getattr(error, "status_code", None), "code": getattr(error, "code", None), "message": body.get("message", str(error)),
        "request_id": getattr(error, "request_id", None) or body.get("request_id"),
    }


def fold(calls, deltas):
    for delta in deltas or []:
        while len(calls) <= delta.index:
            calls.append({"id": "", "type": "function", "function": {"name": "", "arguments": ""}})
        call = calls[delta.index]
        call["id"] += delta.id or ""
        call["function"]["name"] += delta.function.name or ""
        call["function"]["arguments"] += delta.function.arguments or ""


def complete(body):
    answer = client.chat.completions.create(**body)
    choice = answer.choices[0]
    message = choice.message.model_dump(exclude_none=True)
    return {
        "id": answer.id, "model": answer.model, "message": message, "finish": choice.finish_reason, "usage": usage_of(answer.usage),
        "logprobs": bool(choice.logprobs and choice.logprobs.content),
    }


def stream(body, leave, seen):
    message = seen["message"] = {"role": "assistant", "content": ""}
    calls = []
    # The package's own accumulator of streamed chunks.
    state = ChatCompletionStreamState()
    with client.chat.completions.create(**body, stream=True) as chunks:
        for chunk in chunks:
            state.handle_chunk(chunk)
            seen["id"], seen["model"] = chunk.id, chunk.model
            if chunk.usage is not None:
                seen["usage"] = usage_of(chunk.usage)
            if not chunk.choices:
                continue
            choice = chunk.choices[0]
            extra = choice.delta.model_extra or {}
            message["content"] += choice.delta.content or ""
            for field, text in (("refusal", choice.delta.refusal), ("reasoning_content", extra.get("reasoning_content"))):
                if text:
                    message[field] = message.get(field, "") + text
            folded = (state.current_completion_snapshot.choices[0].message.model_extra or {}).get("reasoning_details")
            if folded:
                message["reasoning_details"] = folded
            fold(calls, choice.delta.tool_calls)
            seen["finish"] = choice.finish_reason or seen.get("finish")
            seen["logprobs"] = seen.get("logprobs", False) or bool(choice.logprobs and choice.logprobs.content)
            if leave and message["content"]:
                break
    if calls:
        message["tool_calls"] = calls
    return seen


for line in sys.stdin:
    call = json.loads(line)
    body = call["body"]
    own = {field: body.pop(field) for field in OWN_FIELDS if field in body}
    if own:
        body["extra_body"] = own
    seen = {}
    try:
        seen = stream(body, call["leave"], seen) if call["stream"] else complete(body)
    except openai.OpenAIError as error:
        seen["error"] = failure_of(error)
    print(json.dumps({"serial": call["serial"], **seen}), flush=True)
