import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Stands in for the hotel search of others: remembers what it was asked, and from where. */
export const hotelPartnerDouble = async () => {
  const asked: { readonly query: URLSearchParams; readonly referer: string | undefined }[] = []
  const server = createServer(({ url, headers: { referer } }, response) => {
    const { pathname, searchParams: query } = new URL(url ?? '/', 'http://double')
    if (pathname === '/cerca') asked.push({ query, referer })
    response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Hotel di altri</title>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: 'http://hotel.example/cerca?lang=it',
    /** With it Chromium finds that site here. */
    chromium: `--host-resolver-rules=MAP hotel.example:80 127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
