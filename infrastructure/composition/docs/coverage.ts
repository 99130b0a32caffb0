import { readdirSync, readFileSync } from 'node:fs'

export interface Requirement {
  readonly row: string
  readonly what: string
  /** Listed among others that are ours, but no part of this. */
  readonly elsewhere: boolean
}

/** Every numbered row of the owner's that a capability here answers to, as `docs/requirements/` lists them. */
export const requirements = (root: URL): readonly Requirement[] =>
  pagesOf(root).flatMap((page) =>
    [...readFileSync(new URL(`docs/requirements/${page}`, root), 'utf8').matchAll(tableRow)].map(
      ([, row = '', what = '']) => ({ row, what: what.trim(), elsewhere: what.includes('— elsewhere: ') }),
    ),
  )

/** Row → the names of the tests that carry its number. */
export const testsByRow = (root: URL): ReadonlyMap<string, readonly TestName[]> => {
  const found = new Map<string, TestName[]>()
  for (const file of readdirSync(new URL('tests/', root), { recursive: true, encoding: 'utf8' }).sort()) {
    // what checks these pages names numbers without testing their rows
    if (!/\.spec\.tsx?$/.test(file) || file === 'docs.spec.ts') continue
    const names = [...readFileSync(new URL(`tests/${file}`, root), 'utf8').matchAll(commentOrText)]
      .map(([literal]) => literal)
      .filter((literal) => !literal.startsWith('/'))
    for (const name of names)
      for (const row of rowsIn(name)) found.set(row, [...(found.get(row) ?? []), { file: `tests/${file}`, name }])
  }
  return found
}

export interface TestName {
  readonly file: string
  /** As it stands in the file, quotes included. */
  readonly name: string
}

/** Which tests hold which row. */
export const coverage = (root: URL): string => {
  const tests = testsByRow(root)
  const all = requirements(root)
  const rows = all.map(
    ({ row, what, elsewhere }) => `| ${row} | ${what} | ${elsewhere ? '–' : linksTo(tests.get(row) ?? [])} |`,
  )
  const ours = all.filter(({ elsewhere }) => !elsewhere)
  const held = ours.filter(({ row }) => tests.has(row)).length
  return (
    [
      '# Coverage',
      `Made by \`npm run docs\`; do not edit. ${held} of ${ours.length} rows have a test whose name carries their number.\n`,
      '| row | what | tests |\n| --- | --- | --- |',
      ...rows,
    ].join('\n') + '\n'
  )
}

const pagesOf = (root: URL) =>
  readdirSync(new URL('docs/requirements/', root))
    .filter((file) => file.endsWith('.md'))
    .sort()

const tableRow = /^\| ([A-Z]-\d{2,3}|points settled \d+) +\| (.*) \|$/gm
const commentOrText = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g
const oneOrMore = /\b([RAVSBCPTQ])-(\d{2,3})(?:\.\.\1-(\d{2,3}))?\b/g
const point = /\bpoints settled (\d+)\b/gi

/** `V-17..V-19` names three rows. */
export const rowsIn = (name: string): ReadonlySet<string> =>
  new Set([
    ...[...name.matchAll(oneOrMore)].flatMap(([, kind = '', from = '', to = from]) =>
      Array.from(
        { length: Math.max(Number(to) - Number(from) + 1, 1) },
        (_, n) => `${kind}-${String(Number(from) + n).padStart(from.length, '0')}`,
      ),
    ),
    ...[...name.matchAll(point)].map(([, number]) => `points settled ${number}`),
  ])

const linksTo = (tests: readonly TestName[]) =>
  tests.length === 0
    ? '**none yet**'
    : [...new Set(tests.map(({ file }) => file))].map((file) => `[${file}](../${file})`).join('<br>')
