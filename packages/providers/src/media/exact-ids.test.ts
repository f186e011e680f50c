import { withExactIds } from "./exact-ids";

test.each([
  ['{"file_id":9223372036854775807}', '{"file_id":"9223372036854775807"}'],
  ['{"a":{"fileId" : 9223372036854775807 , "b":1}}', '{"a":{"fileId" : "9223372036854775807" , "b":1}}'],
])("an id that a number can't hold is text: %s", (text, exact) => {
  expect(withExactIds(text)).toBe(exact);
});

test.each([
  '{"file_id":176844028768320}',
  '{"file_id":"9223372036854775807"}',
  '{"bytes":9223372036854775807}',
  '{"id":1234567890123456.5}',
  String.raw`{"message":"{\"file_id\":9223372036854775807}"}`,
  "<html>",
])("all else stays as it is: %s", (text) => {
  expect(withExactIds(text)).toBe(text);
});
