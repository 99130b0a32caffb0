/** Response of the API to a read. */
interface ApiRead {
  readonly status: number
  readonly body: unknown
  readonly nextCursor: string | null
}

export interface PageOptions {
  /** The browser may have a session: nothing is rendered that only visitors or only users see. */
  readonly signedIn: boolean
  /** Reads public data from the API, without a session. */
  readonly read: (path: string) => Promise<ApiRead>
  /** The HTML rendered before for the same content, or else what `render` returns. */
  readonly reuse: (content: string, render: () => string) => string
}

export interface RenderedPage {
  readonly status: 200 | 404
  readonly title: string
  readonly description: string
  /** Canonical path; null for pages that search engines should leave out. */
  readonly path: string | null
  /** Source file of the page, to load its code early. */
  readonly source: string
  readonly html: string
  /** Data of the page by query key, as `main.tsx` reads it; null without any. */
  readonly data: string | null
  /** The same for every request at this address; there are about a dozen. */
  readonly fixed: boolean
}

/** Null for a page that the browser renders. */
export type RenderPage = (url: string, options: PageOptions) => Promise<RenderedPage | null>
