// The README and each guide have a file of tests; all of them use one system, whose start takes longer than the tests.
import "./guides/readme";
import "./guides/streaming";
import "./guides/grpc";
import "./guides/graphql";
import "./guides/moving";
