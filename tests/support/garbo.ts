import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { readConfig } from '../../infrastructure/composition/config.ts'
import { startGarbo } from '../../infrastructure/composition/garbo.ts'
import { apiLogger } from '../../web/api/logging.ts'
import { testDatabase } from './database.ts'

/** The whole of Garbo on a database of its own, with everything it logs kept to be read. */
export const wholeGarbo = async (settings: Readonly<Record<string, string>> = {}) => {
  const database = await testDatabase()
  const home = mkdtempSync(join(tmpdir(), 'garbo-home-'))
  const log: string[] = []
  const sink = new Writable({
    write: (chunk: Buffer, _, done) => {
      log.push(chunk.toString())
      done()
    },
  })
  const config = readConfig({
    NODE_ENV: 'test',
    PORT: '0',
    GARBO_HOME: home,
    DATABASE_URL: database.url,
    GARBO_MASTER_KEY: randomBytes(32).toString('base64'),
    ...settings,
  })
  const garbo = await startGarbo({ config, screens: null, logger: apiLogger('info', sink) })
  const address = garbo.address ?? ''
  return {
    address,
    database,
    home,
    config,
    log: () => log.join(''),
    visitor: () => visitor(address),
    stop: async () => {
      await garbo.stop()
      await database.drop()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** A browser without a screen: keeps its cookie and how far it must read. */
export const visitor = (address: string) => {
  let cookie = ''
  let position = ''
  const call = async (method: string, path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) => {
    const response = await fetch(address + path, {
      method,
      headers: {
        origin: address,
        ...(cookie === '' ? {} : { cookie }),
        ...(position === '' ? {} : { 'x-garbo-after': position }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    for (const set of response.headers.getSetCookie()) cookie = set.split(';')[0] ?? ''
    position = response.headers.get('x-garbo-position') ?? position
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? null : (JSON.parse(text) as unknown),
    }
  }
  return {
    get: (path: string) => call('GET', path),
    post: (path: string, body?: unknown, headers?: Readonly<Record<string, string>>) =>
      call('POST', path, body, headers),
    patch: (path: string, body?: unknown) => call('PATCH', path, body),
    send: call,
    cookie: () => cookie,
    intent: () => ({ 'idempotency-key': randomUUID() }),
  }
}
