import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { brandWords } from '../infrastructure/accounts/passwords.ts'

const page = readFileSync('docs/security.md', 'utf8')
/** Requirement (`V1.2.3 L1`), verdict and evidence. */
const rows = [...page.matchAll(/^\| (V\d+\.\d+\.\d+ L[12]) +\| (.*?) +\| .*? +\| (.*?) +\|$/gm)].map(
  ([, requirement = '', met = '', shownBy = '']) => ({ requirement, met, shownBy }),
)
const citedTests = ({ shownBy }: { readonly shownBy: string }) =>
  [...shownBy.matchAll(/`(tests\/[\w./-]+)` “([^”]+)”/g)].map(([, file = '', name = '']) => ({ file, name }))
const testExists = ({ file, name }: { readonly file: string; readonly name: string }) => {
  if (!existsSync(file)) return false
  const text = readFileSync(file, 'utf8').replaceAll(/\(\s+/g, '(')
  return [`('${name}'`, `("${name}"`, `(\`${name}\``].some((title) => text.includes(title))
}

describe('the ASVS 5.0 table in docs/security.md', () => {
  it('lists each requirement once', () => {
    expect(rows.length).toBeGreaterThan(80)
    const numbers = rows.map(({ requirement }) => requirement)
    expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([])
    expect(page.match(/^\| V\d/gm)).toHaveLength(rows.length)
  })

  it.each(rows)('cites existing tests for $requirement or states that it is not tested', (row) => {
    expect(row.met).toMatch(/^(yes|partly|not met|arrives|by reading)$/)
    expect(citedTests(row).filter((test) => !testExists(test))).toEqual([])
    expect(citedTests(row).length > 0 || /^(not met|arrives|by reading)$/.test(row.met)).toBe(true)
  })

  it('lists every word that passwords must not contain', () => {
    const section = page.slice(page.indexOf('### Words that passwords'), page.indexOf('### Ways to sign in'))
    const listed = new Set(section.match(/\p{L}+/gu))
    expect(brandWords.filter((word) => !listed.has(word))).toEqual([])
  })

  it('promises a deadline for every severity', () => {
    const section = page.slice(page.indexOf('### Vulnerable dependencies'), page.indexOf('## Residual risks'))
    const days = ['critical', 'high', 'moderate', 'low'].map((severity) =>
      Number(new RegExp(String.raw`^\| ${severity} +\| (\d+) days`, 'm').exec(section)?.[1]),
    )
    expect(days.every((count) => count > 0)).toBe(true)
    expect(days.toSorted((a, b) => a - b)).toEqual(days)
  })

  it('cites existing tests for every attempt at abuse', () => {
    const section = page.slice(page.indexOf('## Abuse'), page.indexOf('## OWASP ASVS'))
    const attempts = section.match(/^\| (?!Attempt|-).*$/gm) ?? []
    const cited = attempts.map((attempt) => attempt.match(/(?<=`)tests\/[\w./-]+(?=`)/g) ?? [])
    expect(attempts.length).toBeGreaterThan(10)
    expect(attempts.filter((_, n) => cited[n]?.length === 0)).toEqual([])
    expect(cited.flat().filter((file) => !existsSync(file))).toEqual([])
  })

  it('detects a missing test', () => {
    expect(testExists({ file: 'tests/asvs.spec.ts', name: 'detects a missing test' })).toBe(true)
    expect(testExists({ file: 'tests/asvs.spec.ts', name: 'would miss nothing' })).toBe(false)
    expect(testExists({ file: 'tests/nowhere.spec.ts', name: 'is there' })).toBe(false)
  })
})
