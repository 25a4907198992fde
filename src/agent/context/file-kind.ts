/**
 * The patch of a source file tells most about a change, that of a test less. The patch of a generated file tells no more
 * than its name.
 */
export type FileKind = "source" | "test" | "generated";

const inFolder = (names: string) => new RegExp(`(?:^|/)(?:${names})/`, "i");

const generatedFolders = inFolder(
  "node_modules|bower_components|vendor|vendored|third[_-]?party|pods|carthage|dist|coverage|generated|__generated__|__snapshots__|\\.yarn|\\.next",
);
const lockFiles =
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.ya?ml|go\.(?:work\.)?sum|package\.resolved|packages\.lock\.json|conda-lock\.ya?ml|gems\.locked|\.terraform\.lock\.hcl|[^/]*\.lock(?:b|file)?)$/i;
const generatedNames =
  /\.(?:min\.(?:js|css|mjs)|map|snap|svg|pb\.(?:go|cc|h|[jt]s)|g\.dart|freezed\.dart|generated\.\w+|designer\.cs)$|_pb2(?:_grpc)?\.pyi?$|_pb\.(?:d\.)?[jt]s$|[._]gen\.(?:go|[jt]sx?)$/i;
/** What generators write at the top of their files (go.dev/s/generatedcode, and the mark that code hosts look for). */
const generatedMark = /^[+ ]\W{0,12}(?:@generated\b|Code generated .{0,200} DO NOT EDIT)/m;
const markReach = 2000;

const testFolders = inFolder("tests?|__tests__|specs?|e2e|fixtures|testdata|mocks|__mocks__|\\.github");
const testNames = /[._-](?:test|spec)\.\w+$|(?:^|\/)test_[^/]*\.py$|Tests?\.(?:java|kt|cs|swift)$/;

/** The kind of a changed file, by its path and the start of its patch. */
export function fileKind({ path, patch }: { path: string; patch: string }): FileKind {
  if ([generatedFolders, lockFiles, generatedNames].some((pattern) => pattern.test(path))) return "generated";
  if (generatedMark.test(patch.slice(0, markReach))) return "generated";
  return testFolders.test(path) || testNames.test(path) ? "test" : "source";
}
