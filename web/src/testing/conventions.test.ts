import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

const SOURCES = resolve(import.meta.dirname, "..");
const paths = readdirSync(SOURCES, { recursive: true, encoding: "utf8" }).filter(
  (path) => /\.tsx?$/.test(path) && !path.startsWith("api/generated"),
);
const sources = new Map(paths.map((path) => [path, readFileSync(resolve(SOURCES, path), "utf8")]));

type LiteralKey = { segment: string; path: string; line: number; isDefinition: boolean };

/** Arrays that start with a string, as query keys do. */
function literalKeys(path: string, source: string): LiteralKey[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const found: LiteralKey[] = [];
  const visit = (node: ts.Node): void => {
    const first = ts.isArrayLiteralExpression(node) ? node.elements[0] : undefined;
    if (first && ts.isStringLiteral(first)) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart());
      found.push({ segment: first.text, path, line: line + 1, isDefinition: isDefinition(node) });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Whether it is the key of `queryOptions`, or in a constant whose name ends with `Key` or `Keys`. */
function isDefinition(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isVariableDeclaration(parent)) return /Keys?$/.test(parent.name.getText());
  if (ts.isPropertyAssignment(parent) && parent.name.getText() === "queryKey") {
    const call = parent.parent.parent;
    return ts.isCallExpression(call) && /^(infiniteQ|q)ueryOptions$/.test(call.expression.getText());
  }
  return (
    (ts.isPropertyAssignment(parent) || ts.isObjectLiteralExpression(parent) || ts.isAsExpression(parent)) &&
    isDefinition(parent)
  );
}

// Elsewhere such an array is something else.
const USES_KEYS = /@tanstack\/react-query|\bqueries\b|queryKey|Keys? = [[{]/;
const usingKeys = [...sources].filter(([, source]) => USES_KEYS.test(source));
const keys = usingKeys.flatMap(([path, source]) => literalKeys(path, source));
const definitions = keys.filter(({ isDefinition }) => isDefinition);

test("the first segment of a query key is defined in one file", () => {
  const files = new Map<string, string>();
  const elsewhere = definitions.filter(({ segment, path }) => {
    if (!files.has(segment)) files.set(segment, path);
    return files.get(segment) !== path;
  });

  expect(definitions.length).toBeGreaterThan(30);
  expect(elsewhere).toEqual([]);
});

test("a query key is a literal only where it is defined", () => {
  const segments = new Set(definitions.map(({ segment }) => segment));
  const repeated = keys.filter(({ segment, isDefinition }) => !isDefinition && segments.has(segment));

  expect(repeated).toEqual([]);
});

test("a literal query key is found wherever it is repeated", () => {
  const source = `
    const ORDERS = ["orders"];
    cache.invalidateQueries({ queryKey: ["orders"] });
    cache.setQueryData(["orders", "open"] as const, []);
    const orderKeys = { open: ["orders", "open"] };
    const query = queryOptions({ queryKey: ["fills", filter] });
  `;

  expect(literalKeys("a.ts", source).map(({ isDefinition }) => isDefinition)).toEqual([
    false,
    false,
    false,
    true,
    true,
  ]);
});

const CLASS_NAME_LOOKUPS = [
  /\.(toHaveClass|to_have_class|to_contain_class|getElementsByClassName)\(/,
  /\.(classList|className)\b/,
  /(getAttribute|get_attribute|toHaveAttribute|to_have_attribute)\(["']class["']/,
  /\b(querySelector|querySelectorAll|closest|matches|locator|query_selector)(<[^>]*>)?\(\s*f?(["'`])((?!\3).)*(\.[a-z]|\[class)/i,
];
/** The chat's own script names its elements like this, and the specification refers to them. */
const CHAT_CLASS_NAME = /["'.]woot-/;

function classNameLookups(path: string, source: string): string[] {
  return source.split("\n").flatMap((line, index) => {
    const isLookup = CLASS_NAME_LOOKUPS.some((lookup) => lookup.test(line)) && !CHAT_CLASS_NAME.test(line);
    return isLookup ? [`${path}:${index + 1}`] : [];
  });
}

const STORIES = resolve(SOURCES, "../../e2e");
const stories = readdirSync(STORIES)
  .filter((path) => path.endsWith(".py"))
  .map((path) => [path, readFileSync(resolve(STORIES, path), "utf8")] as const);
const tests = [...sources].filter(([path]) => /\.test\.tsx?$/.test(path) && !path.includes("conventions"));

test("tests look at what a person perceives, never at class names", () => {
  expect(tests.length).toBeGreaterThan(100);
  expect(stories.length).toBeGreaterThan(10);
  expect([...tests, ...stories].flatMap(([path, source]) => classNameLookups(path, source))).toEqual([]);
});

test.each([
  `expect(price).toHaveClass("text-right");`,
  `expect(container.firstChild?.className).toBe("text-buy");`,
  `row.querySelector(".font-medium")`,
  `document.querySelectorAll<HTMLElement>('tr > .cell')`,
  `label.closest("[class*=card]")`,
  `page.locator("td.price")`,
  `expect(cell).to_have_class("price")`,
  `row.get_attribute("class")`,
])("%s looks at class names", (line) => {
  expect(classNameLookups("a.py", line)).toEqual(["a.py:1"]);
});

test.each([
  `document.querySelector(".woot--bubble-holder")`,
  `row.querySelector("[data-side=asks] td")`,
  `render(<Icon className="size-4" />)`,
  `page.locator("input[type=file]").set_input_files(["a.png"])`,
])("%s does not", (line) => {
  expect(classNameLookups("a.ts", line)).toEqual([]);
});
