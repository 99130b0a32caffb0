// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { open } from '../support/open.tsx'
import { giulia, visitor } from '../support/people.ts'
import { created } from '../support/server.ts'

const shelf = 'garbo.referral'
const kept = () => (JSON.parse(localStorage.getItem(shelf) ?? 'null') as { code: string } | null)?.code ?? null
const keeps = (code: string, days: number) =>
  localStorage.setItem(shelf, JSON.stringify({ code, until: Date.now() + days * 86_400_000 }))
const post = 'POST /api/clients'

const register = async (path: string) => {
  const app = open(path, { ...visitor, [post]: created({ clientId: 'cli-giulia', user: giulia }) })
  const { user, server } = app
  for (const [label, text] of [
    ['Nome', 'Giulia'],
    ['Cognome', 'Bianchi'],
    ['Email', 'giulia@posta.it'],
    ['Password', 'Garbo-2026!'],
  ] as const)
    await user.type(await screen.findByLabelText(label), text)
  await user.type(screen.getByLabelText(/^Telefono/), '333 1234567')
  await user.click(screen.getByRole('checkbox', { name: /privacy/i }))
  await user.click(screen.getByRole('button', { name: /Registrati|Crea/ }))
  await vi.waitFor(() => expect(server.to(post)).toHaveLength(1), 20_000)
  const [sent] = server.to(post)
  return (sent?.body as { readonly ref?: string } | undefined)?.ref
}

describe('R-17, R-19, Q-81: a referral link', () => {
  beforeEach(() => localStorage.clear())
  afterEach(() => localStorage.clear())

  it('is stored in the browser, sent from another page and then removed', async () => {
    open('/register?ref=AMICO', visitor)
    await vi.waitFor(() => expect(kept()).toBe('AMICO'), 20_000)
    cleanup()
    expect(await register('/register-client')).toBe('AMICO')
    await vi.waitFor(() => expect(kept()).toBeNull(), 20_000)
  })

  it('C-31: is valid for thirty days', async () => {
    keeps('AMICO', 29)
    expect(await register('/register-client')).toBe('AMICO')
    cleanup()
    keeps('AMICO', -1)
    expect(await register('/register-client')).toBeUndefined()
  })

  it('is replaced by a later one', async () => {
    keeps('AMICO', 29)
    expect(await register('/register-client?ref=ALTRO')).toBe('ALTRO')
  })

  it.each(['a b', '<b>', 'x'.repeat(41), ''])('with the invalid code “%s” is neither stored nor sent', async (code) => {
    expect(await register(`/register-client?ref=${encodeURIComponent(code)}`)).toBeUndefined()
    expect(kept()).toBeNull()
  })
})
