import { readdirSync, readFileSync } from 'node:fs'

export interface Requirement {
  readonly row: string
  readonly what: string
  /** Listed for completeness, but delivered by another part of the product. */
  readonly elsewhere: boolean
}

/** The numbered requirements in `docs/requirements/`. */
export const requirements = (root: URL): readonly Requirement[] =>
  pagesOf(root).flatMap((page) =>
    [...readFileSync(new URL(`docs/requirements/${page}`, root), 'utf8').matchAll(tableRowPattern)].map(
      ([, row = '', what = '']) => ({ row, what: what.trim(), elsewhere: what.includes('— elsewhere: ') }),
    ),
  )

/** Requirement → tests whose titles contain its number. */
export const testsByRow = (root: URL): ReadonlyMap<string, readonly TestName[]> => {
  const found = new Map<string, TestName[]>()
  for (const file of readdirSync(new URL('tests/', root), { recursive: true, encoding: 'utf8' }).sort()) {
    // tests of these pages mention numbers without testing them
    if (!/\.spec\.tsx?$/.test(file) || file === 'docs.spec.ts') continue
    const names = [...readFileSync(new URL(`tests/${file}`, root), 'utf8').matchAll(commentOrLiteral)]
      .map(([literal]) => literal)
      .filter((literal) => !literal.startsWith('/'))
    for (const name of names)
      for (const row of rowsIn(name)) found.set(row, [...(found.get(row) ?? []), { file: `tests/${file}`, name }])
  }
  return found
}

export interface TestName {
  readonly file: string
  /** The string literal as written, including quotes. */
  readonly name: string
}

/** Which test covers which requirement. */
export const coveragePage = (root: URL): string => {
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

const tableRowPattern = /^\| ([A-Z]-\d{2,3}|points settled \d+) +\| (.*) \|$/gm
const commentOrLiteral = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g
const rowPattern = /\b([RAVSBCPTQ])-(\d{2,3})(?:\.\.\1-(\d{2,3}))?\b/g
const pointPattern = /\bpoints settled (\d+)\b/gi

/** Expands ranges: `V-17..V-19` yields three rows. */
export const rowsIn = (name: string): ReadonlySet<string> =>
  new Set([
    ...[...name.matchAll(rowPattern)].flatMap(([, kind = '', from = '', to = from]) =>
      Array.from(
        { length: Math.max(Number(to) - Number(from) + 1, 1) },
        (_, n) => `${kind}-${String(Number(from) + n).padStart(from.length, '0')}`,
      ),
    ),
    ...[...name.matchAll(pointPattern)].map(([, number]) => `points settled ${number}`),
  ])

const linksTo = (tests: readonly TestName[]) =>
  tests.length === 0
    ? '**none yet**'
    : [...new Set(tests.map(({ file }) => file))].map((file) => `[${file}](../${file})`).join('<br>')

export interface Rule {
  readonly rule: string
  /** One sentence from `docs/requirements/`; empty if no page lists the number. */
  readonly what: string
  /** Paths relative to the root, the domain's first. */
  readonly code: readonly string[]
  readonly tests: readonly string[]
}

/** All rules named in `docs/requirements/`, code or tests, with the files that name them. */
export const rules = (root: URL): readonly Rule[] => {
  const sentences = new Map(requirements(root).map(({ row, what }) => [row, what]))
  const places = placesIn(root)
  const names = [...sentences.keys()].filter((row) => kinds.some(([, start]) => row.startsWith(start)))
  return [...new Set([...names, ...places.keys()])].sort(byKindAndNumber).map((rule) => ({
    rule,
    what: sentences.get(rule) ?? '',
    code: [...(places.get(rule)?.code ?? [])],
    tests: [...(places.get(rule)?.tests ?? [])],
  }))
}

export const rulesPage = (root: URL): string => {
  const all = rules(root)
  const chapters = kinds.map(([title, start, about]) => {
    const rows = all.filter(({ rule }) => rule.startsWith(start)).map(rowOf)
    return `## ${title}\n\n${about}\n\n| rule | what it says | code | tests |\n| --- | --- | --- | --- |\n${rows.join('\n')}\n`
  })
  return [
    '# Rules\n',
    'Made by `npm run docs` of the sentences in `docs/requirements/` and of the numbers that code and tests carry; do not edit.',
    'The code that decides stands first, what shows or sends it after.\n',
    ...chapters,
  ].join('\n')
}

const kinds = [
  ['V: what may be written', 'V-', 'What a form and the call behind it take, and what they say to the rest.'],
  ['S: states', 'S-', 'Which states a thing or a screen has, and what leads from one to the next.'],
  ['B: business', 'B-', 'What Garbo promises to venues and guests: ratings, rewards, AVA, sanctions.'],
  ['C: constants', 'C-', 'The numbers: limits, times, sizes, defaults.'],
  ['P: permissions', 'P-', 'Who may do and see what.'],
  ['Q: questions settled', 'Q-', 'Where the owner’s papers left something open or said two things: what holds.'],
  ['Points settled', 'points settled ', 'Smaller points of the calls that the owner’s papers imply but do not name.'],
] as const

interface Places {
  readonly code: Set<string>
  readonly tests: Set<string>
}

const placesIn = (root: URL): ReadonlyMap<string, Places> => {
  const places = new Map<string, Places>()
  for (const folder of ['domain', 'application', 'projections', 'infrastructure', 'web', 'tests'])
    for (const file of readdirSync(new URL(`${folder}/`, root), { recursive: true, encoding: 'utf8' }).sort()) {
      const path = `${folder}/${file}`
      if (!/\.tsx?$/.test(file) || file.includes('node_modules') || ownSources.test(path)) continue
      for (const rule of rulesIn(readFileSync(new URL(path, root), 'utf8'))) {
        const found = places.get(rule) ?? { code: new Set(), tests: new Set() }
        found[folder === 'tests' ? 'tests' : 'code'].add(path)
        places.set(rule, found)
      }
    }
  return places
}

/** The generator and its test mention numbers without implementing the rules. */
const ownSources = /^infrastructure\/composition\/docs\/|^tests\/docs\.spec\.ts$/

const rulesIn = (text: string) => [...rowsIn(text)].filter((row) => /^(?:[VSBCP]-\d\d|Q-\d{2,3}|points .*)$/.test(row))

const byKindAndNumber = (a: Rule['rule'], b: Rule['rule']) =>
  kindOf(a) - kindOf(b) || a.localeCompare(b, 'en', { numeric: true })

const kindOf = (rule: string) => kinds.findIndex(([, start]) => rule.startsWith(start))

const rowOf = ({ rule, what, code, tests }: Rule) => `| ${rule} | ${what} | ${links(code)} | ${links(tests)} |`

const links = (paths: readonly string[]) => paths.map((path) => `[${path}](../../${path})`).join('<br>')
