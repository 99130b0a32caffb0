import type { Endpoint } from './endpoint.ts'
import { type EndpointName, endpoints } from './endpoints.ts'

/** What the sender of a request needs to know of its endpoint. */
export interface EndpointOutline extends Pick<Endpoint, 'method' | 'path' | 'multipart' | 'csrf' | 'idempotent'> {
  readonly hasResponse: boolean
}

const outlineOf = ({ method, path, multipart, csrf, idempotent, response }: Endpoint): EndpointOutline => ({
  method,
  path,
  hasResponse: response !== null,
  ...(multipart && { multipart }),
  ...(csrf && { csrf }),
  ...(idempotent && { idempotent }),
})

/**
 * All endpoints without their schemas. The build writes them into the app as `ENDPOINT_OUTLINES`, so that a page without
 * forms loads no schemas.
 */
export const endpointOutlines = Object.fromEntries(
  Object.entries(endpoints).map(([name, endpoint]) => [name, outlineOf(endpoint)]),
) as Readonly<Record<EndpointName, EndpointOutline>>
