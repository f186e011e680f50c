import { shownUri } from "./shown-uri";

test.each([
  ["mongodb://app:s3cret@db.internal/prod?replicaSet=rs0", "mongodb://app:***@db.internal/prod"],
  ["mongodb://a:27017,[::1]:27018/?directConnection=true", "mongodb://a:27017,[::1]:27018/"],
  ["mongodb+srv://app@cluster.example.net", "mongodb+srv://app@cluster.example.net"],
  ["mongodb://app:%2Fs3cret@h?proxyPassword=s3cret", "mongodb://app:***@h"],
  ["mongodb://h/?authMechanismProperties=AWS_SESSION_TOKEN:s3cret", "mongodb://h/"],
])("of %s everything is shown but the password and the options", (uri, shown) => {
  expect(shownUri(uri)).toBe(shown);
});

test.each([
  "mongodb://app:pa/s3cret@h/prod",
  "mongodb://app:p@s3cret@h/prod",
  "mongodb://app:12?s3cret@h/prod",
  "mongodb://app:12#s3cret@h/prod",
  "mongodb://app:s:3cret@h/prod",
  "mongodb://app:s3cret",
  "mongodb:/app:s3cret@h/prod",
  "MONGODB://app:s3cret@h/prod",
  "http://app:s3cret@h/prod",
  "mongodb://",
])("nothing is shown of %s, which is no URI of MongoDB", (uri) => {
  expect(shownUri(uri)).toBeUndefined();
});
