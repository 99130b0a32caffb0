import { describe, expect, it, vi } from 'vitest'
import { newQueryClient } from '../../../../web/app/shared/query-client.ts'
import { refused } from '../../../../web/app/shared/refused.ts'

const notYet = () => refused('L’aggiornamento è in corso.', { status: 503, code: 'NotYet' })

describe('a read', () => {
  it('that the server cannot show yet is asked for again, until it can', async () => {
    const queryFn = vi.fn().mockRejectedValueOnce(notYet()).mockResolvedValueOnce('confermato')
    expect(await newQueryClient().fetchQuery({ queryKey: ['account'], queryFn })).toBe('confermato')
    expect(queryFn).toHaveBeenCalledTimes(2)
  })

  it.each([
    ['Unavailable', 503],
    ['NotFound', 404],
  ])('C-01: refused as %s is not asked for again', async (code, status) => {
    const queryFn = vi.fn().mockRejectedValue(refused('No.', { status, code }))
    await expect(newQueryClient().fetchQuery({ queryKey: ['account'], queryFn })).rejects.toThrow('No.')
    expect(queryFn).toHaveBeenCalledTimes(1)
  })
})
