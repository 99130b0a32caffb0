import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import type { PageOptions, RenderedPage, RenderPage } from '../contract/pages.ts'
import { entityTagOf, isKnown } from './conditional-reads.ts'
import { acceptedEncoding } from './plugins/compression.ts'
import { mayHaveSession } from './plugins/sessions.ts'

/** What the build of `web/app/render.tsx` exports. */
interface PageRenderer {
  readonly renderPage: RenderPage
}

type Manifest = Readonly<Record<string, { readonly file: string; readonly imports?: readonly string[] }>>

interface Page {
  readonly status: number
  readonly text: string
  /** Of fixed pages, which are worth the highest level. */
  readonly brotli?: Buffer
}

/** Sends pages: those that `render.tsx` knows as HTML with their text, all others as the empty `index.html`. */
export type SendPage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** Above this many pages in preparation, the browser renders the next ones. */
const maxRunning = 4

/** Pages are rendered once per process for the same content. */
export const pageSender = async (
  app: FastifyInstance,
  webAppFolder: string,
  origin: string | null,
): Promise<SendPage> => {
  const template = readFileSync(join(webAppFolder, 'index.html'), 'utf8')
  const renderer = await loadRenderer(webAppFolder)
  const preloads = preloadsIn(webAppFolder)
  const fixed = new Map<string, Page>()
  const htmlByContent = { visitor: latestTexts(), 'signed-in': latestTexts() }
  let running = 0

  const pageAt = async (request: FastifyRequest): Promise<Page> => {
    const signedIn = mayHaveSession(request)
    const reader = signedIn ? 'signed-in' : 'visitor'
    const key = `${reader} ${request.url}`
    const known = fixed.get(key)
    if (known !== undefined) return known
    if (renderer === null || running >= maxRunning) return { status: 200, text: template }
    running++
    const options = { signedIn, read: readerFor(app, request), reuse: htmlByContent[reader] }
    const rendered = await renderer.renderPage(request.url, options).finally(() => running--)
    if (!rendered) return { status: 200, text: template }
    const text = fill(template, rendered, { reader, origin, preloads: preloads(rendered.source) })
    if (!rendered.fixed) return { status: rendered.status, text }
    const page = { status: rendered.status, text, brotli: await brotli(text) }
    fixed.set(key, page)
    return page
  }

  return async (request, reply) => {
    const { status, text, brotli } = await pageAt(request).catch((err: unknown): Page => {
      request.log.error({ err }, 'a page was not rendered')
      return { status: 200, text: template }
    })
    const etag = entityTagOf(text)
    void reply.headers({ 'cache-control': 'no-cache', vary: 'cookie', etag }).type('text/html; charset=utf-8')
    if (status === 200 && isKnown(etag, request.headers['if-none-match'])) return reply.code(304).send()
    if (brotli === undefined || acceptedEncoding(request) !== 'br') return reply.code(status).send(text)
    return reply.headers({ 'content-encoding': 'br', vary: 'cookie, accept-encoding' }).code(status).send(brotli)
  }
}

const brotli = promisify(brotliCompress)

const maxTexts = 200

/** Keeps the texts made last, by a digest of what they were made from. */
const latestTexts = () => {
  const texts = new Map<string, string>()
  return (content: string, make: () => string): string => {
    const key = createHash('sha256').update(content).digest('base64')
    const text = texts.get(key) ?? make()
    texts.delete(key)
    texts.set(key, text)
    const [oldest] = texts.keys()
    if (texts.size > maxTexts && oldest !== undefined) texts.delete(oldest)
    return text
  }
}

/** Null if the app was built without it. */
const loadRenderer = async (webAppFolder: string): Promise<PageRenderer | null> => {
  const file = join(webAppFolder, '..', 'pages', 'render.js')
  return existsSync(file) ? ((await import(pathToFileURL(file).href)) as PageRenderer) : null
}

/** Reads as an anonymous visitor from the same network address. */
const readerFor =
  (app: FastifyInstance, { ip }: FastifyRequest): PageOptions['read'] =>
  async (url) => {
    const { statusCode, body, headers } = await app.inject({ url, remoteAddress: ip })
    const nextCursor = headers['x-next-cursor']
    return {
      status: statusCode,
      body: JSON.parse(body) as unknown,
      nextCursor: typeof nextCursor === 'string' ? nextCursor : null,
    }
  }

/** Links that load the code of a page while the entry is still loading. */
const preloadsIn = (webAppFolder: string): ((source: string) => string) => {
  const file = join(webAppFolder, '.vite', 'manifest.json')
  const manifest = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Manifest) : {}
  const filesOf = (name: string, seen: Set<string>): void => {
    const chunk = manifest[name]
    if (chunk === undefined || seen.has(chunk.file)) return
    seen.add(chunk.file)
    for (const imported of chunk.imports ?? []) filesOf(imported, seen)
  }
  return (source) => {
    const files = new Set<string>()
    filesOf(source, files)
    return [...files].map((path) => `<link rel="modulepreload" crossorigin href="/${path}">`).join('')
  }
}

interface Surroundings {
  readonly reader: 'visitor' | 'signed-in'
  readonly origin: string | null
  readonly preloads: string
}

const fill = (template: string, page: RenderedPage, { reader, origin, preloads }: Surroundings): string => {
  const address = origin === null || page.path === null ? null : `${origin}${page.path}`
  const head = [
    `<title>${escapeHtml(page.title)}</title>`,
    `<meta property="og:site_name" content="Garbo">`,
    `<meta property="og:type" content="website">`,
    `<meta property="og:locale" content="it_IT">`,
    `<meta property="og:title" content="${escapeHtml(page.title)}">`,
    `<meta property="og:description" content="${escapeHtml(page.description)}">`,
    ...(address === null
      ? []
      : [
          `<link rel="canonical" href="${escapeHtml(address)}">`,
          `<meta property="og:url" content="${escapeHtml(address)}">`,
        ]),
    ...(page.path === null ? ['<meta name="robots" content="noindex">'] : []),
    preloads,
  ]
  const data = page.data === null ? '' : `<script type="application/json" id="page-data">${page.data}</script>`
  const root = page.html === '' ? '<div id="root"></div>' : `<div id="root" data-reader="${reader}">${page.html}</div>`
  // functions, as texts may contain `$&`
  return template
    .replace(
      /<meta name="description"[^>]*>/,
      () => `<meta name="description" content="${escapeHtml(page.description)}">`,
    )
    .replace(/<title>[^<]*<\/title>/, () => head.join('\n    '))
    .replace('<div id="root"></div>', () => `${root}${data}`)
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string): string => text.replaceAll(/[&<>"]/g, (character) => escapes[character] ?? character)
