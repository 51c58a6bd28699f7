// Makes validation.mjs in a checkout of Old World Builder, for `benchmarks.verdict`. Wants esbuild and the checkout:
//     node benchmarks/owb_bundle.mjs <folder with node_modules/esbuild> <checkout>
import { createRequire } from "node:module";
import path from "node:path";

const [tools, checkout] = process.argv.slice(2).map((each) => path.resolve(each));
const esbuild = createRequire(path.join(tools, "any.js"))("esbuild");
const PLAIN = { "pages/magic": "src/pages/magic/name-map.js", "components/rules-index": "src/components/rules-index/rules-map.js" };

// Pages are left out: only the tables that the validator reads from them are needed.
const tablesOnly = {
  name: "tables only",
  setup(build) {
    for (const [page, table] of Object.entries(PLAIN)) {
      build.onResolve({ filter: new RegExp(`/${page}$`) }, () => ({ path: path.join(checkout, table) }));
    }
    build.onResolve({ filter: /^classnames$/ }, () => ({ path: "classnames", namespace: "none" }));
    build.onLoad({ filter: /.*/, namespace: "none" }, () => ({ contents: "export default () => ''" }));
  },
};

await esbuild.build({
  entryPoints: [path.join(checkout, "src/utils/validation.js")],
  outfile: path.join(checkout, "validation.mjs"),
  bundle: true,
  format: "esm",
  platform: "node",
  loader: { ".js": "jsx" },
  plugins: [tablesOnly],
});
