import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { wordsOfTheHouse } from '../infrastructure/access/guessable-passwords.ts'

const text = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const page = text('docs/security.md')
const rows = page.split('\n').filter((line) => /^\| \d+\.\d+\.\d+ \(L[12]\)/.test(line))

describe('docs/security.md', () => {
  it('goes through the requirements of ASVS, each once', () => {
    const numbers = rows.map((row) => /\d+\.\d+\.\d+/.exec(row)?.[0])
    expect(rows.length).toBeGreaterThan(40)
    expect(new Set(numbers).size).toBe(numbers.length)
  })

  it.each(rows)('%s', (row) => {
    const [, , met = '', , shown = ''] = row.split(/ \| |^\| | \|$/)
    expect(met.trim()).toMatch(/^(yes|partly|not met)$/)
    const proofs = [...shown.matchAll(/`(tests\/[\w./-]+)` “([^”]+)”/g)]
    expect(proofs.length > 0 || met.trim() === 'not met').toBe(true)
    expect(shown.split(' · ')).toHaveLength(Math.max(1, proofs.length))
    for (const [, file = '', name = ''] of proofs) {
      expect(existsSync(new URL(`../${file}`, import.meta.url)), file).toBe(true)
      expect(
        [`'${name}'`, `"${name}"`].some((one) => text(file).includes(one)),
        `${file} has “${name}”`,
      ).toBe(true)
    }
  })

  it('lists every word of the house', () => {
    const section = page.slice(page.indexOf('### Words no password'), page.indexOf('### Ways in'))
    const listed = new Set(section.match(/\p{L}+/gu))
    expect(wordsOfTheHouse.filter((word) => !listed.has(word))).toEqual([])
  })
})
