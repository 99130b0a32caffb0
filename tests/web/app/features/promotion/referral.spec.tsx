// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { giulia, visitor } from '../../support/people.ts'
import { renderApp } from '../../support/render-app.tsx'
import { created } from '../../support/stub-server.ts'

const storageKey = 'garbo.referral'
const storedCode = () =>
  (JSON.parse(localStorage.getItem(storageKey) ?? 'null') as { code: string } | null)?.code ?? null
const storeReferral = (code: string, days: number) =>
  localStorage.setItem(storageKey, JSON.stringify({ code, until: Date.now() + days * 86_400_000 }))
const createClient = 'POST /api/clients'

const register = async (path: string) => {
  const app = renderApp(path, { ...visitor, [createClient]: created({ clientId: 'cli-giulia', user: giulia }) })
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
  await vi.waitFor(() => expect(server.to(createClient)).toHaveLength(1), 20_000)
  const [sent] = server.to(createClient)
  return (sent?.body as { readonly ref?: string } | undefined)?.ref
}

describe('R-17, R-19, Q-81: a referral link', () => {
  beforeEach(() => localStorage.clear())
  afterEach(() => localStorage.clear())

  it('is stored in the browser, sent from another page and then removed', async () => {
    renderApp('/register?ref=AMICO', visitor)
    await vi.waitFor(() => expect(storedCode()).toBe('AMICO'), 20_000)
    cleanup()
    expect(await register('/register-client')).toBe('AMICO')
    await vi.waitFor(() => expect(storedCode()).toBeNull(), 20_000)
  })

  it('C-31: is valid for thirty days', async () => {
    storeReferral('AMICO', 29)
    expect(await register('/register-client')).toBe('AMICO')
    cleanup()
    storeReferral('AMICO', -1)
    expect(await register('/register-client')).toBeUndefined()
  })

  it('is replaced by a later one', async () => {
    storeReferral('AMICO', 29)
    expect(await register('/register-client?ref=ALTRO')).toBe('ALTRO')
  })

  it.each(['a b', '<b>', 'x'.repeat(41), ''])('with the invalid code “%s” is neither stored nor sent', async (code) => {
    expect(await register(`/register-client?ref=${encodeURIComponent(code)}`)).toBeUndefined()
    expect(storedCode()).toBeNull()
  })
})
