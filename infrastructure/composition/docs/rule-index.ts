import { readdirSync, readFileSync } from 'node:fs'
import { requirements, rowsIn } from './coverage.ts'

export interface Rule {
  readonly rule: string
  /** One sentence of `docs/requirements/`; empty where no page has the number. */
  readonly what: string
  /** Paths from the root, those of the domain first. */
  readonly code: readonly string[]
  readonly tests: readonly string[]
}

/** Every rule that a page of `docs/requirements/`, the code or a test names, each with its sentence and its files. */
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

/** The way from a rule, by its number or by its words, to its lines. */
export const ruleIndex = (root: URL): string => {
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
      if (!/\.tsx?$/.test(file) || file.includes('node_modules') || ofThisPage.test(path)) continue
      for (const rule of rulesIn(readFileSync(new URL(path, root), 'utf8'))) {
        const found = places.get(rule) ?? { code: new Set(), tests: new Set() }
        found[folder === 'tests' ? 'tests' : 'code'].add(path)
        places.set(rule, found)
      }
    }
  return places
}

/** What makes and checks this page names numbers without keeping their rules. */
const ofThisPage = /^infrastructure\/composition\/docs\/|^tests\/docs\.spec\.ts$/

const rulesIn = (text: string) => [...rowsIn(text)].filter((row) => /^(?:[VSBCP]-\d\d|Q-\d{2,3}|points .*)$/.test(row))

const byKindAndNumber = (a: Rule['rule'], b: Rule['rule']) =>
  kindOf(a) - kindOf(b) || a.localeCompare(b, 'en', { numeric: true })

const kindOf = (rule: string) => kinds.findIndex(([, start]) => rule.startsWith(start))

const rowOf = ({ rule, what, code, tests }: Rule) => `| ${rule} | ${what} | ${links(code)} | ${links(tests)} |`

const links = (paths: readonly string[]) => paths.map((path) => `[${path}](../../${path})`).join('<br>')
