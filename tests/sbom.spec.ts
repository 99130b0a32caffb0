import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

interface Lock {
  readonly packages: Readonly<Record<string, { readonly name?: string; readonly version: string }>>
}
interface Bom {
  readonly bomFormat: string
  readonly components: readonly { readonly purl: string; readonly hashes?: readonly unknown[] }[]
}

it('ASVS 15.1.2: `npm run sbom` lists every package of the lock file with its version', () => {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock
  const locked = Object.entries(lock.packages)
    .filter(([folder]) => folder !== '')
    .map(([folder, { name = folder.replace(/.*node_modules\//, ''), version }]) => purl(name, version))
  const text = execFileSync('npm', ['run', '--silent', 'sbom'], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  const bom = JSON.parse(text) as Bom
  const listed = new Set(bom.components.map((component) => component.purl.replace(/\?.*/, '')))
  expect(bom.bomFormat).toBe('CycloneDX')
  expect(locked.length).toBeGreaterThan(100)
  expect(locked.filter((locator) => !listed.has(locator))).toEqual([])
})

const purl = (name: string, version: string) => `pkg:npm/${name.replace('@', '%40')}@${version}`
