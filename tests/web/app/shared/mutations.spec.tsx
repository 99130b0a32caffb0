// @vitest-environment happy-dom
import { onlineManager, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { useApiMutation } from '../../../../web/app/shared/mutations.ts'
import { newQueryClient } from '../../../../web/app/shared/queries.ts'
import { failure, ok, type StubReply, stubServer } from '../support/stub-server.ts'

afterEach(cleanup)

function Redeem() {
  const [code, setCode] = useState('AAAAAA')
  const redeeming = useApiMutation('redeemReward')
  return (
    <>
      <button type="button" onClick={() => redeeming.mutate({ params: { code } })}>
        Riscatta
      </button>
      <button type="button" onClick={() => setCode('BBBBBB')}>
        Un altro
      </button>
      <p>{redeeming.status}</p>
    </>
  )
}

/** Clicks once per server reply and returns the idempotency keys received. */
const keysOf = async (replies: readonly StubReply[], between: (press: (name: string) => Promise<void>) => unknown) => {
  const left = [...replies]
  const next = () => left.shift() ?? failure(500, 'nothing left to say')
  const server = stubServer({ 'POST /api/rewards/AAAAAA/redeem': next, 'POST /api/rewards/BBBBBB/redeem': next })
  const user = userEvent.setup()
  const press = async (name: string) => {
    await user.click(screen.getByRole('button', { name }))
    await waitFor(() => expect(screen.queryByText('pending')).toBeNull())
  }
  render(
    <QueryClientProvider client={newQueryClient()}>
      <Redeem />
    </QueryClientProvider>,
  )
  await between(press)
  return ['AAAAAA', 'BBBBBB']
    .flatMap((code) => server.to(`POST /api/rewards/${code}/redeem`))
    .map(({ headers }) => headers['idempotency-key'])
}

const fine = ok({ message: 'Riscattata' })
const twice = async (press: (name: string) => Promise<void>) => {
  await press('Riscatta')
  await press('Riscatta')
}

describe('the idempotency key of a request', () => {
  it.each([
    ['a server failure', failure(500, 'boom')],
    ['a first attempt that is still running', failure(409, 'In corso', 'StillRunning')],
    ['too many requests', failure(429, 'Troppe richieste', 'TooManyRequests')],
  ])('is repeated by another click after %s', async (_, first) => {
    const [one, two] = await keysOf([first, fine], twice)
    expect(one).toBeTruthy()
    expect(two).toBe(one)
  })

  it.each([
    ['success', fine],
    ['a definite rejection', failure(400, 'Codice non valido')],
    [
      'a rejection that may no longer apply',
      failure(409, 'Questo utente ha già una sanzione attiva.', 'SanctionActive'),
    ],
    ['a daily limit', failure(429, 'Al massimo 5 prenotazioni al giorno.', 'TooManyBookings')],
  ])('is new for another click after %s', async (_, first) => {
    const [one, two] = await keysOf([first, fine], twice)
    expect(two).toBeTruthy()
    expect(two).not.toBe(one)
  })

  it('is new for other content, even without a response', async () => {
    const [one, two] = await keysOf([failure(500, 'boom'), fine], async (press) => {
      await press('Riscatta')
      await press('Un altro')
      await press('Riscatta')
    })
    expect(two).toBeTruthy()
    expect(two).not.toBe(one)
  })
})

it('a request without a connection fails at once and is not sent later', async () => {
  onTestFinished(() => onlineManager.setOnline(true))
  onlineManager.setOnline(false)
  const keys = await keysOf([{ status: 0, body: null }], async (press) => {
    await press('Riscatta')
    expect(screen.getByText('error')).toBeTruthy()
    onlineManager.setOnline(true)
  })
  expect(keys).toHaveLength(1)
})
