import { type Agent, request as sendHttp } from 'node:http'
import type { FuzzRequest } from './mutations.ts'

const timeoutMs = 30_000

/** Status 0 if there is no response. Streams are left after their headers. */
export const exchange = (
  address: string,
  { method, path, headers, body }: FuzzRequest,
  agent: Agent,
): Promise<{ readonly status: number; readonly text: string }> =>
  new Promise((resolve) => {
    const request = sendHttp(address + path, { method, agent, headers: { ...headers }, timeout: timeoutMs })
    request.on('timeout', () => request.destroy(new Error(`no response within ${timeoutMs / 1_000} s`)))
    request.on('error', (error) => resolve({ status: 0, text: String(error) }))
    request.on('response', (response) => {
      const status = response.statusCode ?? 0
      const chunks: Buffer[] = []
      const finish = () => resolve({ status, text: Buffer.concat(chunks).toString() })
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', finish)
      response.on('error', (error) => resolve({ status: 0, text: String(error) }))
      if (response.headers['content-type']?.startsWith('text/event-stream') === true) {
        finish()
        request.destroy()
      }
    })
    request.end(body)
  })
