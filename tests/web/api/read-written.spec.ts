import { expect, it } from 'vitest'
import { E } from '../../../domain/kernel/fp.ts'
import { type ApiContext, readWritten } from '../../../web/api/api-context.ts'

const api = { readAfterOrStale: (_, read) => read() } as Pick<ApiContext, 'readAfterOrStale'> as ApiContext

/** A read model that shows the row from the given read on. */
const shownFrom = (read: number) => {
  let reads = 0
  return () => Promise.resolve(++reads >= read ? 'row' : null)
}

it('the response to a repeated request waits until the read model shows what the first attempt wrote', async () => {
  expect(await readWritten(api, null, shownFrom(3))()).toEqual(E.right('row'))
})

it('the response to a write does not read again, since it has waited for its position', async () => {
  const position = '00000000000000000001'
  expect(await readWritten(api, position, shownFrom(1))()).toEqual(E.right('row'))
  expect(await readWritten(api, position, shownFrom(2))()).toMatchObject({ left: { type: 'Unavailable' } })
})
