import { readdirSync, readFileSync } from 'node:fs'

const code = ['domain', 'application', 'projections', 'infrastructure', 'web']
const numbered = /\b(?:[VSBCP]|Q)-\d{2,3}\b|\bpoints settled \d+\b/gi

type Places = Map<string, { readonly code: Set<string>; readonly tests: Set<string> }>

/** Every rule number that code or a test carries, and where: the way from a rule to its lines. */
export const ruleIndex = (root: URL): string => {
  const places: Places = new Map()
  for (const folder of [...code, 'tests'])
    for (const file of readdirSync(new URL(`${folder}/`, root), { recursive: true, encoding: 'utf8' }).sort()) {
      if (!/\.tsx?$/.test(file) || file.includes('node_modules')) continue
      const path = `${folder}/${file}`
      for (const [rule] of readFileSync(new URL(path, root), 'utf8').matchAll(numbered)) note(places, rule, path)
    }
  const rows = [...places].sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true })).map(rowOf)
  return (
    ['# Rules', 'Made by `npm run docs`; do not edit.\n', '| rule | code | tests |\n| --- | --- | --- |', ...rows].join(
      '\n',
    ) + '\n'
  )
}

const note = (places: Places, rule: string, path: string) => {
  const name = rule.startsWith('p') || rule.startsWith('Points') ? rule.toLowerCase() : rule.toUpperCase()
  const found = places.get(name) ?? { code: new Set(), tests: new Set() }
  found[path.startsWith('tests/') ? 'tests' : 'code'].add(path)
  places.set(name, found)
}

const rowOf = ([rule, found]: [string, { readonly code: Set<string>; readonly tests: Set<string> }]) =>
  `| ${rule} | ${links(found.code)} | ${links(found.tests)} |`

const links = (paths: Set<string>) => [...paths].map((path) => `[${path}](../../${path})`).join('<br>')
