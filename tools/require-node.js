// Runs before the tests, by whatever Node.js the path has, so it is no TypeScript. The packages bring Node.js for Linux, and
// for Windows on x64 (`optionalDependencies` in package.json).
const needed = 24;
if (Number.parseInt(process.versions.node, 10) < needed) {
  console.error(
    `These tests need Node.js ${needed}, and this is ${process.version}. The packages bring it on Linux, and on Windows with x64. Elsewhere, install it from https://nodejs.org, and run \`npm cit\` again.`,
  );
  process.exitCode = 1;
}
