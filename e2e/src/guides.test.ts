// The README and each guide have a file that registers their tests. All share one system, whose start takes longer than
// the tests.
import "./guides/readme";
import "./guides/streaming";
import "./guides/grpc";
import "./guides/graphql";
import "./guides/moving";
