import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { anchorAddressesOf, readConfig, witnessesOf } from '../../../infrastructure/composition/config.ts'
import { secretSettings } from '../../../infrastructure/composition/settings.ts'
import { siteOf } from '../../../infrastructure/composition/site.ts'
import { knownSigner, verifierKeyOf } from '../../support/audit/test-witness.ts'

const key = Buffer.alloc(32).toString('base64')

describe('the configuration', () => {
  it('has a default for everything that embedded mode needs', () => {
    expect(readConfig({})).toMatchObject({
      PORT: 3000,
      GARBO_HOME: './.garbo',
      GARBO_ROLE: 'both',
      REVIEW_INTERVAL_DAYS: 7,
    })
  })

  it('treats an empty variable as absent and ignores unknown variables', () => {
    expect(readConfig({ PORT: '', HOME: '/root' })).toMatchObject({ PORT: 3000 })
  })

  it('reports every mistake at once', () => {
    const start = () => readConfig({ PORT: 'ninety', GARBO_ROLE: 'king', ESDB_URL: 'http://x' })
    expect(start).toThrow(
      /PORT: must be a whole number from 0 to 65535\n.*GARBO_ROLE: .*\n.*ESDB_URL: must start with esdb:\/\//s,
    )
  })

  it.each([
    [
      'shifts the clock in production',
      { NODE_ENV: 'production', GARBO_CLOCK_OFFSET_DAYS: '3' },
      'GARBO_CLOCK_OFFSET_DAYS',
    ],
    [
      'shows the component gallery in production',
      { NODE_ENV: 'production', COMPONENT_GALLERY: 'on' },
      'COMPONENT_GALLERY: not allowed in production',
    ],
    ['has EventStoreDB but no database for read models', { ESDB_URL: 'esdb://localhost' }, 'DATABASE_URL'],
    ['shares a database but no master key', { DATABASE_URL: 'postgresql://x' }, 'GARBO_MASTER_KEY'],
    ['has half of Google’s keys', { GOOGLE_CLIENT_ID: 'x' }, 'GOOGLE_CLIENT_ID: requires GOOGLE_CLIENT_SECRET'],
    ['has half of Facebook’s keys', { FACEBOOK_APP_SECRET: 'x' }, 'FACEBOOK_APP_ID: requires FACEBOOK_APP_SECRET'],
    [
      'uses an identity provider over plain http in production',
      { NODE_ENV: 'production', GOOGLE_ISSUER: 'http://accounts.example' },
      'GOOGLE_ISSUER: must use https in production',
    ],
    [
      'has no file of the certificate that its database is to be checked with',
      {
        DATABASE_URL: 'postgresql://x:secret@y/z?sslmode=verify-full&sslrootcert=/nowhere/ca.pem',
        GARBO_MASTER_KEY: key,
      },
      'Garbo cannot start:\n  - DATABASE_URL: sslrootcert: the file /nowhere/ca.pem cannot be read (ENOENT)',
    ],
    ['is a lone worker on an embedded database', { GARBO_ROLE: 'worker' }, 'DATABASE_URL'],
  ])('refuses to start when it %s', (_, env, setting) => {
    expect(() => readConfig(env)).toThrow(setting)
  })

  it.each([
    ['CODE_MAX_TRIES', 'CODE_MAX_ATTEMPTS', '3', 3],
    ['LOST_DISPUTES', 'LOST_DISPUTES_COUNT', '4', 4],
    ['RECOVERY_LETTERS_PER_HOUR', 'RECOVERY_EMAILS_PER_HOUR', '7', 7],
    ['RECOVERY_TRIES_PER_HOUR', 'RECOVERY_LOOKUPS_PER_HOUR', '8', 8],
    ['RECOVERY_UNIFORM', 'RECOVERY_HIDES_UNKNOWN_NUMBERS', 'true', 'true'],
  ])('accepts the former name %s for %s, with a warning', (former, current, value, expected) => {
    const warnings: string[] = []
    const config = readConfig({ [former]: value }, (message) => warnings.push(message))
    expect(config).toMatchObject({ [current]: expected })
    expect(warnings).toEqual([`${former} has been renamed to ${current}; please update your settings.`])
  })

  it('prefers the current name to a former one, and ignores an empty former one', () => {
    const warnings: string[] = []
    const warn = (message: string) => warnings.push(message)
    expect(readConfig({ CODE_MAX_TRIES: '3', CODE_MAX_ATTEMPTS: '4' }, warn)).toMatchObject({ CODE_MAX_ATTEMPTS: 4 })
    expect(warnings).toHaveLength(1)
    expect(readConfig({ CODE_MAX_TRIES: '' }, warn)).toMatchObject({ CODE_MAX_ATTEMPTS: 5 })
    expect(warnings).toHaveLength(1)
  })

  it.each(['0', '2000', '1.5', 'many'])('says which numbers are possible instead of %s', (BOOKINGS_PER_DAY) => {
    expect(() => readConfig({ BOOKINGS_PER_DAY })).toThrow('BOOKINGS_PER_DAY: must be a whole number from 1 to 1000')
  })

  it('accepts addresses and networks of trusted proxies, and nothing else', () => {
    const trusted = 'loopback, 10.0.0.0/8,172.16.0.0/255.240.0.0,2001:db8::1'
    expect(readConfig({ TRUST_PROXY: trusted })).toMatchObject({ TRUST_PROXY: trusted })
    for (const TRUST_PROXY of ['10.0.0.0/40', 'proxy.example', '10.0.0.1,,10.0.0.2'])
      expect(() => readConfig({ TRUST_PROXY })).toThrow('TRUST_PROXY: must be IP addresses or networks')
  })

  it('names a wrong setting as it was given, with its current name', () => {
    const silent = () => undefined
    expect(() => readConfig({ CODE_MAX_TRIES: '99' }, silent)).toThrow(
      'CODE_MAX_TRIES (now CODE_MAX_ATTEMPTS): must be a whole number from 1 to 10',
    )
    expect(() => readConfig({ CODE_MAX_TRIES: '3', CODE_MAX_ATTEMPTS: '99' }, silent)).toThrow(
      '- CODE_MAX_ATTEMPTS: must',
    )
  })

  it.each([
    ['DATABASE_URL', 'postgresql://garbo:secret@db.example:99999/garbo'],
    ['REDIS_URL', 'redis://:secret@redis.example:999999'],
    ['SMTP_URL', 'smtp://garbo:secret@mail example'],
    ['SMS_URL', 'https://'],
    ['GARBO_ORIGIN', 'https://garbo example'],
    ['GOOGLE_MAPS_ORIGIN', 'https://'],
    ['GOOGLE_PLACES_ORIGIN', 'https://'],
  ])('names %s if it is not an address, without showing its password', (name, address) => {
    const start = () => readConfig({ GARBO_MASTER_KEY: key, [name]: address })
    expect(start).toThrow(`${name}: is not a valid address`)
    expect(start).not.toThrow('secret')
  })

  it.each([
    ['DATABASE_URL', 'postgresql://garbo:secret%zz@db.example/garbo'],
    ['REDIS_URL', 'redis://:secret%zz@redis.example'],
    ['SMTP_URL', 'smtp://garbo:secret%zz@mail.example'],
    ['SMTP_URL', 'smtps://secret%@mail.example'],
  ])('names %s if it cannot be decoded, without showing its password', (name, address) => {
    const start = () => readConfig({ GARBO_MASTER_KEY: key, [name]: address })
    expect(start).toThrow(`${name}: contains a % that must be written as %25`)
    expect(start).not.toThrow('secret')
  })

  it.each([
    ['DATABASE_URL', 'postgresql://', 'has no host'],
    ['DATABASE_URL', 'postgresql:///garbo?host=', 'has no host'],
    ['DATABASE_URL', 'postgresql://db.example/garbo?host=/var/run/postgresql', 'has two hosts'],
    [
      'DATABASE_URL',
      'postgresql://garbo:secret@db.example/garbo?sslmode=bogus',
      'supports only disable, no-verify, require, verify-full as sslmode',
    ],
    [
      'DATABASE_URL',
      'postgresql://garbo:secret@db.example/garbo?statement_timeout=abc',
      'supports no query parameters other than host, application_name, options, sslmode, sslrootcert, sslcert, sslkey',
    ],
    [
      'DATABASE_URL',
      'postgresql://garbo:secret@db.example/garbo?sslcert=/cert.pem',
      'requires sslcert and sslkey together',
    ],
    ['REDIS_URL', 'redis://', 'has no host'],
    ['REDIS_URL', 'redis://:secret@redis.example/first', 'has a path that is not the number of a database'],
    ['REDIS_URL', 'redis://:secret@redis.example?family=x', 'has a wrong value of the query parameter family'],
    [
      'REDIS_URL',
      'redis://:secret@redis.example?family=6&connectTimeout=abc',
      'supports no query parameters other than family',
    ],
    ['SMTP_URL', 'smtp://', 'has no host'],
  ])('says what is wrong with %s=%s, without showing its password', (name, address, problem) => {
    const start = () => readConfig({ GARBO_MASTER_KEY: key, [name]: address })
    expect(start).toThrow(new Error(`Garbo cannot start:\n  - ${name}: ${problem}`))
  })

  it.each([
    'https://garbo.example/app',
    'https://garbo.example?',
    'https://garbo.example/?page=1',
    'https://garbo.example#',
    'https://garbo:secret@garbo.example',
  ])('refuses %s as the public address', (GARBO_ORIGIN) => {
    const start = () => readConfig({ GARBO_ORIGIN })
    expect(start).toThrow('GARBO_ORIGIN: must consist of protocol, host and port only')
    expect(start).not.toThrow('secret')
  })

  it.each([
    ['https://Garbo.example/', 'https://garbo.example'],
    ['https://garbo.example:443', 'https://garbo.example'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['http://[::1]:3000', 'http://[::1]:3000'],
    ['https://città.example', 'https://xn--citt-3na.example'],
  ])('reads the public address %s as browsers send it', (GARBO_ORIGIN, origin) =>
    expect(readConfig({ GARBO_ORIGIN })).toMatchObject({ GARBO_ORIGIN: origin }),
  )

  it.each(['3e3', '0xbb8', '+3000', ' 3000', '3000.0', '3_000'])('refuses %j as a whole number', (text) => {
    expect(() => readConfig({ PORT: text })).toThrow('PORT: must be a whole number from 0 to 65535')
    expect(() => readConfig({ RATING_AMEND_DAYS: text })).toThrow('RATING_AMEND_DAYS: must be a whole number')
  })

  it('checks the certificate of the database with sslmode=require as with verify-full', () => {
    const read = (mode: string) =>
      readConfig({ GARBO_MASTER_KEY: key, DATABASE_URL: `postgresql://x/y?sslmode=${mode}&application_name=z` })
        .DATABASE_URL
    expect(read('disable')).toContain('?sslmode=disable&')
    expect(read('no-verify')).toContain('?sslmode=no-verify&')
    expect(read('verify-full')).toContain('?sslmode=verify-full&')
    expect(read('require')).toContain('?sslmode=verify-full&')
  })

  it.each(['0'.repeat(64), 'f'.repeat(64)])('refuses 0x%s, which is no key of a wallet', (digits) => {
    expect(() => readConfig({ EVM_PRIVATE_KEY: `0x${digits}` })).toThrow('EVM_PRIVATE_KEY: is not a private key')
  })

  it('accepts a cluster of EventStoreDB, a Unix socket of Postgres and a numbered database of Redis', () => {
    const env = {
      DATABASE_URL: 'postgresql:///garbo?host=/var/run/postgresql',
      ESDB_URL: 'esdb://node1:2113,node2:2113,node3:2113',
      REDIS_URL: 'redis://:pass%25word@redis.example:6380/1?family=6',
      GARBO_MASTER_KEY: key,
    }
    expect(readConfig(env)).toMatchObject(env)
  })

  it('accepts distributed mode', () => {
    const env = {
      DATABASE_URL: 'postgresql://x',
      ESDB_URL: 'esdb://y',
      REDIS_URL: 'redis://z',
      GARBO_MASTER_KEY: key,
      GARBO_ROLE: 'api',
    }
    expect(readConfig(env)).toMatchObject(env)
  })
})

describe('secrets in files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'garbo-secrets-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const file = (content: string) => {
    const path = join(folder, randomUUID())
    writeFileSync(path, content)
    return path
  }

  it.each(secretSettings)('are read for %s, without the line break at the end', (name) => {
    const required = { GARBO_MASTER_KEY: key, DATABASE_URL: 'postgresql://x' }
    const values: Readonly<Record<string, string>> = {
      ...required,
      ESDB_URL: 'esdb://x',
      REDIS_URL: 'redis://x',
      SMTP_URL: 'smtp://x',
      SMS_URL: 'https://x',
      EVM_RPC_URL: 'https://x',
      EVM_CHAIN_ID: '1',
      EVM_PRIVATE_KEY: `0x${'1'.repeat(64)}`,
      AVA_TOKEN_ADDRESS: `0x${'2'.repeat(40)}`,
      GOOGLE_CLIENT_ID: 'x',
      FACEBOOK_APP_ID: 'x',
      GOOGLE_CLIENT_SECRET: 'secret',
      FACEBOOK_APP_SECRET: 'secret',
    }
    const value = values[name] ?? 'sixteen-characters'
    const config = readConfig({ ...values, [name]: '', [`${name}_FILE`]: file(`${value}\n`) })
    expect(config[name]).toBe(value)
  })

  it('are refused when the setting is given as well', () => {
    const env = { SMTP_URL: 'smtp://a', SMTP_URL_FILE: file('smtp://b') }
    expect(() => readConfig(env)).toThrow('SMTP_URL_FILE: SMTP_URL is set as well; set only one of them')
  })

  it('are reported with other mistakes when the file is missing or empty', () => {
    const [missing, empty] = [join(folder, 'missing'), file('\n')]
    const env = { PORT: 'x', SMTP_URL_FILE: missing, SMS_TOKEN_FILE: empty }
    expect(() => readConfig(env)).toThrow(`SMTP_URL_FILE: the file ${missing} cannot be read (ENOENT)`)
    expect(() => readConfig(env)).toThrow(`SMS_TOKEN_FILE: the file ${empty} is empty`)
    expect(() => readConfig(env)).toThrow('PORT: must be')
  })

  it('are not printed when they are wrong', () => {
    const problemsOf = (env: Readonly<Record<string, string>>): unknown => {
      try {
        return readConfig(env)
      } catch (error) {
        return (error as Error).message
      }
    }
    const wrong = secretSettings.map((name) => [`${name}_FILE`, file('s3cr3t')] as const)
    const text = problemsOf({ EVM_CHAIN_ID: 'x', ...Object.fromEntries(wrong) })
    expect(text).toContain('DATABASE_URL_FILE: must start with postgres:// or postgresql://')
    expect(text).toContain('METRICS_TOKEN_FILE: ')
    expect(text).not.toContain('s3cr3t')
  })
})

describe('the passkey domain (Q-15)', () => {
  it('defaults to localhost with the served port', () => {
    const site = siteOf(readConfig({}))
    expect(site.relyingParty()).toEqual({ origin: 'http://localhost:3000', rpId: 'localhost' })
    site.setPort(41_234)
    expect(site.relyingParty().origin).toBe('http://localhost:41234')
  })

  it('is the public address, regardless of the port', () => {
    const site = siteOf(readConfig({ GARBO_ORIGIN: 'https://app.garbo.example/' }))
    site.setPort(3000)
    expect(site.relyingParty()).toEqual({ origin: 'https://app.garbo.example', rpId: 'app.garbo.example' })
  })

  it('can be a parent domain, shared by other hosts', () => {
    const site = siteOf(readConfig({ GARBO_ORIGIN: 'https://app.garbo.example', PASSKEY_RP_ID: 'garbo.example' }))
    expect(site.relyingParty().rpId).toBe('garbo.example')
  })

  it.each(['other.example', 'arbo.example', 'x.app.garbo.example'])('cannot be %s', (PASSKEY_RP_ID) => {
    expect(() => readConfig({ GARBO_ORIGIN: 'https://app.garbo.example', PASSKEY_RP_ID })).toThrow(/PASSKEY_RP_ID/)
  })
})

describe('the witnesses and the addresses of the nightly checkpoint', () => {
  const key1 = verifierKeyOf(knownSigner('witness.example/w1', 1))
  const key2 = verifierKeyOf(knownSigner('witness.example/w2', 2))

  it('are lists, empty by default', () => {
    expect([witnessesOf(readConfig({})), anchorAddressesOf(readConfig({}))]).toEqual([[], []])
    const config = readConfig({
      AUDIT_WITNESSES: `${key1}, ${key2}`,
      AUDIT_ANCHOR_EMAILS: 'notaio@example.it, revisori@example.it,notaio@example.it',
    })
    expect(witnessesOf(config).map(({ name }) => name)).toEqual(['witness.example/w1', 'witness.example/w2'])
    expect(anchorAddressesOf(config)).toEqual(['notaio@example.it', 'revisori@example.it'])
  })

  it.each([
    ['AUDIT_WITNESSES', `${key1},`, 'must be verifier keys'],
    ['AUDIT_WITNESSES', key1.replace('w1', 'w2'), 'must be verifier keys'],
    ['AUDIT_ANCHOR_EMAILS', 'notaio@example.it,nessuno', 'must be e-mail addresses'],
  ])('are refused in %s: %s', (name, value, reason) => {
    expect(() => readConfig({ [name]: value })).toThrow(`${name}: ${reason}`)
  })
})
