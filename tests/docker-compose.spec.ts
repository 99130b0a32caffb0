import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { composeText, readCompose } from './support/compose.ts'

const image = readFileSync('Dockerfile', 'utf8')
const { services, networks, secrets } = readCompose({ GARBO_ORIGIN: 'https://garbo.example', MAIL_FROM: 'G <g@g.it>' })
const service = (name: string) => {
  const found = services[name]
  if (found === undefined) throw new Error(`There is no service ${name}`)
  return found
}
const stores = ['eventstore', 'postgres', 'redis'] as const
const garbo = ['api', 'worker'] as const

describe('docker-compose.yml', () => {
  it('ASVS 13.2.3: contains no password or key, each of which must be set to start', () => {
    const settings = Object.values(services).flatMap(({ environment = {} }) => Object.entries(environment))
    const secretSettings = settings.filter(
      ([name]) => /PASSWORD|_KEY|_AUTH|TOKEN|SECRET|_URL/.test(name) && name !== 'ESDB_URL',
    )
    expect(secretSettings.length).toBeGreaterThan(10)
    for (const [name, value] of secretSettings) {
      expect(name).toMatch(/_FILE$/)
      expect(value).toMatch(/^\/run\/secrets\//)
    }
    expect(composeText).not.toMatch(/:\/\/[^\s/]*:[^\s/]*@/)
    expect(composeText).not.toMatch(/requirepass \w/)
  })

  it('gives each service the secrets it reads, and no others', () => {
    for (const { environment = {}, command = [], secrets: given = [] } of Object.values(services)) {
      const read = [...Object.values(environment), ...command].filter((word) => word.startsWith('/run/secrets/'))
      expect(read.map((path) => path.replace('/run/secrets/', '')).toSorted()).toEqual(given.toSorted())
    }
    for (const [name, { file }] of Object.entries(secrets)) expect(file).toBe(`./secrets/${name}`)
  })

  it.each(['.env', 'secrets'])('keeps %s out of git and of the image', (file) => {
    for (const list of ['.gitignore', '.dockerignore']) {
      const entries = readFileSync(list, 'utf8').split('\n')
      expect(entries.map((entry) => entry.replaceAll(/^\/|\/$/g, ''))).toContain(file)
    }
  })

  it.each(stores)('ASVS 12.3.1: %s is reachable only from the network it shares with Garbo', (name) => {
    expect(service(name).networks).toEqual(['stores'])
    expect(service(name).ports).toBeUndefined()
    expect(networks['stores']).toEqual({ internal: true })
  })

  it('publishes the API and the mail catcher to the local machine only', () => {
    const published = Object.entries(services).filter(([, { ports = [] }]) => ports.length > 0)
    expect(published.map(([name, { ports }]) => [name, ports])).toEqual([
      ['api', ['127.0.0.1:3000-3001:3000']],
      ['mail', ['127.0.0.1:8025:8025']],
      ['proxy', ['80:80', '443:443']],
    ])
  })

  it.each(garbo)('runs %s twice, unprivileged, on a read-only root', (name) => {
    expect(service(name)).toMatchObject({
      user: 'node',
      read_only: true,
      tmpfs: ['/tmp'],
      cap_drop: ['ALL'],
      environment: { GARBO_ROLE: name, NODE_ENV: 'production' },
      deploy: { replicas: 2 },
    })
  })

  it.each(Object.keys(services))('limits and restarts %s', (name) => {
    expect(service(name)).toMatchObject({ restart: 'unless-stopped', init: true })
    expect(service(name).security_opt).toEqual(['no-new-privileges:true'])
    const { cpus, memory } = service(name).deploy.resources.limits
    expect([cpus, memory]).not.toContain(undefined)
  })

  it.each([...stores, ...garbo])('checks the health of %s', (name) => {
    expect(service(name).healthcheck?.test.length).toBeGreaterThan(1)
  })

  it('starts the mail catcher and the proxy only on request', () => {
    const optional = Object.entries(services).filter(([, { profiles }]) => profiles !== undefined)
    expect(optional.map(([name, { profiles }]) => [name, profiles])).toEqual([
      ['mail', ['mail']],
      ['proxy', ['proxy']],
    ])
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
