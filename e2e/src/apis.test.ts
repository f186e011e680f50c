// Each file registers its own tests. All share one system, whose start takes longer than the tests.
import "./apis/documents";
import "./apis/embeddings";
import "./apis/graphql";
import "./apis/grpc";
import "./apis/key-restrictions";
import "./apis/leaving";
import "./apis/pdf-files";
import "./apis/python";
import "./apis/quotes";
import "./apis/refused-settings";
import "./apis/responses";
import "./apis/suspension";
