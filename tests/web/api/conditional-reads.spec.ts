import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer } from './test-server.ts'

let api: Awaited<ReturnType<typeof startTestServer>>
beforeAll(async () => {
  api = await startTestServer()
})
afterAll(() => api.app.close())

const notes = (known?: string) =>
  api.app.inject({ url: '/api/notes/mario', headers: known === undefined ? {} : { 'if-none-match': known } })

describe('a read', () => {
  it('is not sent again to a caller that has the same content', async () => {
    const first = await notes()
    const tag = String(first.headers['etag'])
    expect(tag).toMatch(/^W\/"[\w-]{22}"$/)
    for (const known of [tag, tag.replace('W/', ''), `"other", ${tag}`, '*']) {
      const again = await notes(known)
      expect([again.statusCode, again.body, again.headers['etag']]).toEqual([304, '', tag])
    }
  })

  it('keeps its cursor when it is not sent again', async () => {
    const { headers } = await notes()
    expect(headers['x-next-cursor']).toMatch(/^[\w-]+$/)
    const again = await notes(String(headers['etag']))
    expect([again.statusCode, again.headers['x-next-cursor']]).toEqual([304, headers['x-next-cursor']])
  })

  it('is sent again once its content has changed', async () => {
    const tag = String((await notes()).headers['etag'])
    api.state.notes.push('Una nota in più')
    const { statusCode, body, headers } = await notes(tag)
    expect(statusCode).toBe(200)
    expect(body).toContain('Una nota in più')
    expect(headers['etag']).not.toBe(tag)
  })

  it('is stored neither by browsers nor by shared caches', async () => {
    const first = await notes()
    const again = await notes(String(first.headers['etag']))
    expect([first, again].map(({ headers }) => headers['cache-control'])).toEqual(['no-store', 'no-store'])
  })

  it('that fails has no tag', async () => {
    const { statusCode, headers } = await api.app.inject('/api/fails/thrown')
    expect([statusCode, headers['etag']]).toEqual([500, undefined])
  })
})
