import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer } from './test-server.ts'

const dist = mkdtempSync(join(tmpdir(), 'garbo-dist-'))
const template = '<title>Garbo</title><meta name="description" content="x"><div id="root"></div>'
/** Renders `/note` with a read of the API, `/slow` after a moment, and fails at `/fails`. Numbers what it renders. */
const renderer = `
let renderings = 0
export const renderPage = async (url, { signedIn, read, reuse }) => {
  if (url === '/fails') throw new Error('not rendered')
  if (url === '/slow') await new Promise((resolve) => setTimeout(resolve, 200))
  if (url === '/slow') return { status: 200, title: '', description: '', path: null, source: '', fixed: false, html: 'slow', data: null }
  if (url !== '/note') return null
  const { status, body, nextCursor } = await read('/api/notes/mario')
  return {
    status: 200, title: 'A & B', description: '"$&"', path: '/note', source: 'Note.tsx', fixed: false,
    html: reuse(url + JSON.stringify(body), () => '<h1>' + (signedIn ? 'user' : 'visitor') + '</h1>' + ++renderings), data: JSON.stringify([status, body, nextCursor]),
  }
}`
let api: Awaited<ReturnType<typeof startTestServer>>
beforeAll(async () => {
  mkdirSync(join(dist, 'pages'))
  mkdirSync(join(dist, 'web', '.vite'), { recursive: true })
  writeFileSync(join(dist, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(dist, 'pages', 'render.js'), renderer)
  writeFileSync(join(dist, 'web', 'index.html'), template)
  const manifest = { 'Note.tsx': { file: 'assets/note.js', imports: ['_a.js'] }, '_a.js': { file: 'assets/a.js' } }
  writeFileSync(join(dist, 'web', '.vite', 'manifest.json'), JSON.stringify(manifest))
  api = await startTestServer({ settings: { webAppFolder: join(dist, 'web'), origin: 'https://garbo.example' } })
  api.state.notes.push('Buongiorno')
})
afterAll(async () => {
  await api.app.close()
  rmSync(dist, { recursive: true })
})

const page = async (url: string, cookie = '') => (await api.app.inject({ url, headers: { cookie } })).body

describe('a rendered page', () => {
  it('contains its text, its data and a head for search engines, escaped', async () => {
    const html = await page('/note')
    for (const part of [
      '<title>A &amp; B</title>',
      '<meta name="description" content="&quot;$&amp;&quot;">',
      '<link rel="canonical" href="https://garbo.example/note">',
      '<div id="root" data-reader="visitor"><h1>visitor</h1>1</div>',
    ])
      expect(html).toContain(part)
    expect(html).toMatch(/\[200,\[\{"title":"Buongiorno"\}\],"[\w-]{40,}"\]<\/script>/)
  })

  it('loads its code early', async () => {
    const html = await page('/note')
    expect(html).toContain('<link rel="modulepreload" crossorigin href="/assets/note.js">')
    expect(html).toContain('<link rel="modulepreload" crossorigin href="/assets/a.js">')
  })

  it('is another one for browsers that may have a session', async () => {
    expect(await page('/note', 'garbo_signed_in=1')).toContain('data-reader="signed-in"><h1>user</h1>')
  })

  it('is rendered again only when its content has changed', async () => {
    const rendered = async () => /<h1>visitor<\/h1>(\d+)/.exec(await page('/note'))?.[1]
    const before = await rendered()
    expect(await rendered()).toBe(before)
    api.state.notes.push('Buonasera')
    expect(await rendered()).not.toBe(before)
  })

  it('is left to the browser while many others are being rendered', async () => {
    const pages = await Promise.all(Array.from({ length: 6 }, () => page('/slow')))
    expect(pages.filter((html) => html.includes('slow'))).toHaveLength(4)
    expect(pages.filter((html) => html === template)).toHaveLength(2)
  })

  it('answers HEAD as GET, without the text', async () => {
    const { statusCode, headers, body } = await api.app.inject({ method: 'HEAD', url: '/note' })
    expect([statusCode, headers['content-type'], body]).toEqual([200, 'text/html; charset=utf-8', ''])
  })

  it.each(['/other', '/fails'])('is left to the browser if the server cannot render it: %s', async (url) =>
    expect(await page(url)).toBe(template),
  )

  it('reports that it could not be rendered', () =>
    expect(api.state.logLines.filter((line) => line.includes('a page was not rendered'))).toHaveLength(1))

  it('keeps the build’s manifest private', async () =>
    expect((await api.app.inject('/.vite/manifest.json')).statusCode).toBe(404))
})
