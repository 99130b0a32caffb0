import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const image = readFileSync('Dockerfile', 'utf8')
const text = readFileSync('docker-compose.yml', 'utf8').replaceAll(/^\s*#.*$/gm, '')
/** The block of a key, with the lines indented below it. */
const block = (key: string, within = text) =>
  new RegExp(String.raw`^( *)${key}:.*\n(?:\1 +.*\n|\s*\n)*`, 'm').exec(within)?.[0] ?? ''
const services = block('services')
const stores = ['eventstore', 'postgres', 'redis'] as const

describe('docker-compose.yml', () => {
  it('ASVS 13.2.3: contains no password or key, each of which must be set to start', () => {
    const secrets = [...text.matchAll(/(?:PASSWORD|_KEY|_AUTH|TOKEN|SECRET): *(.+)|:\/\/[^\s/:]*:(.+)@/g)]
    expect(secrets.map(([, value, inAddress]) => value ?? inAddress)).toHaveLength(5)
    for (const [, value, inAddress] of secrets) expect(value ?? inAddress).toMatch(/^\$\{[A-Z_]+:\?[^}]+\}$/)
  })

  it('keeps the environment file out of git and of the image', () => {
    for (const file of ['.gitignore', '.dockerignore']) expect(readFileSync(file, 'utf8').split('\n')).toContain('.env')
  })

  it.each(stores)('ASVS 12.3.1: %s is reachable only from the network it shares with Garbo', (name) => {
    const service = block(name, services)
    expect(service).toContain('networks: [stores]')
    expect(service).not.toContain('ports:')
    expect(block('stores', block('networks', text.slice(services.length)))).toContain('internal: true')
  })

  it('publishes the API to the local machine only, for a reverse proxy', () => {
    expect(services.match(/ports: .*/g)).toEqual(["ports: ['127.0.0.1:3000:3000']", 'ports: []'])
  })
})

describe('the image', () => {
  it('keeps optional dependencies of other packages: password hashing and image processing', () => {
    expect(image).not.toContain('--omit=optional')
  })

  it('omits Garbo’s own optional dependencies: Node and Postgres', () => {
    const { optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      readonly optionalDependencies: Readonly<Record<string, string>>
    }
    const removed = /rm -r (.*)/.exec(image)?.[1]?.split(' ') ?? []
    const isRemoved = (name: string) =>
      removed.some((path) => `node_modules/${name}`.startsWith(path.replace(/\*$/, '')))
    expect(Object.keys(optionalDependencies).filter((name) => !isRemoved(name))).toEqual([])
  })
})
