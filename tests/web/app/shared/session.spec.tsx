// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { User } from '../../../../web/contract/accounts/authentication.ts'
import { newQueryClient } from '../../../../web/app/shared/queries.ts'
import { sessionQuery } from '../../../../web/app/shared/session.ts'
import { giulia, locanda, signedInAs, visitor } from '../support/people.ts'
import { renderApp } from '../support/render-app.tsx'
import { failure, noContent, ok, stubServer } from '../support/stub-server.ts'

/** Everything stored in the browser. */
const kept = () =>
  Array.from({ length: localStorage.length }, (_, n) => localStorage.getItem(localStorage.key(n) ?? '')).join()

describe('the cached session', () => {
  it('A-35, E-22, Q-22: contains the display fields and nothing else', async () => {
    renderApp('/', signedInAs(locanda))
    await waitFor(() => expect(kept()).not.toBe(''))
    const fields =
      'businessName email role displayName profilePhoto totalRatingsGiven businessType businessPhoto location province theForkRating'
    const displayed = fields.split(' ').map((field) => [field, locanda[field as keyof User]])
    expect(JSON.parse(kept())).toEqual(Object.fromEntries(displayed))
  })

  it('A-35, A-01, S-01: is cleared when the server no longer knows the session', async () => {
    localStorage.setItem('garbo.user', JSON.stringify(giulia))
    renderApp('/', visitor)
    await waitFor(() => expect(kept()).toBe(''))
  })

  it('A-35, A-04: is cleared on sign-out', async () => {
    const { user } = renderApp('/', { ...signedInAs(giulia), 'POST /api/auth/logout': noContent })
    await user.click(await screen.findByRole('button', { name: 'Menu di Giulia Bianchi' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Esci' }))
    await waitFor(() => expect(kept()).toBe(''))
  })
})

describe('the server', () => {
  const asked = async () => {
    const server = stubServer(signedInAs(giulia))
    const user = await newQueryClient().fetchQuery(sessionQuery)
    return [user?.id, server.to('GET /api/auth/user').length]
  }
  const hint = JSON.stringify({ displayName: 'Giulia', businessName: null, role: 'CLIENTE' })

  it('is not asked for a session that a visitor does not have', async () => {
    expect(await asked()).toEqual([undefined, 0])
    localStorage.setItem('garbo.user', '{"displayName":1}')
    expect(await asked()).toEqual([undefined, 0])
  })

  it('is asked if there may be a session: its marker is set, or the header was shown', async () => {
    document.cookie = 'garbo_signed_in=1; path=/'
    expect(await asked()).toEqual(['giulia', 1])
    document.cookie = 'garbo_signed_in=; path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT'
    localStorage.setItem('garbo.user', hint)
    expect(await asked()).toEqual(['giulia', 1])
  })

  it('is asked once about a session that has ended', async () => {
    document.cookie = 'garbo_signed_in=1; path=/'
    localStorage.setItem('garbo.user', hint)
    const server = stubServer(visitor)
    for (const _ of ['first', 'second']) expect(await newQueryClient().fetchQuery(sessionQuery)).toBeNull()
    expect(server.to('GET /api/auth/user')).toHaveLength(1)
  })
})

describe('a page, when another tab', () => {
  const changeInOtherTab = async (user: User | null) => {
    const reload = vi.spyOn(location, 'reload').mockReturnValue()
    const opened = renderApp('/my-reviews', { ...signedInAs(giulia), 'GET /api/reviews/mine': ok([]) })
    await screen.findByRole('button', { name: 'Menu di Giulia Bianchi' })
    stubServer(user === null ? visitor : { ...signedInAs(user), 'GET /api/reviews/mine': ok([]) })
    dispatchEvent(new StorageEvent('storage', { key: 'garbo.user' }))
    return { ...opened, reload }
  }

  it('signs in as somebody else, is reloaded', async () => {
    const { reload } = await changeInOtherTab({ ...giulia, id: 'davide', displayName: 'Davide Santoro' })
    await waitFor(() => expect(reload).toHaveBeenCalledOnce())
  })

  it('signs out, becomes a visitor’s page', async () => {
    const { at, reload } = await changeInOtherTab(null)
    await waitFor(() => expect(at()).toBe('/auth/login'))
    expect(reload).not.toHaveBeenCalled()
  })

  it('changes the name of the same account, shows it and keeps what was typed', async () => {
    const { reload } = await changeInOtherTab({ ...giulia, displayName: 'Giulia Verdi' })
    expect(await screen.findByRole('button', { name: 'Menu di Giulia Verdi' })).toBeTruthy()
    expect(reload).not.toHaveBeenCalled()
  })
})

describe('queries', () => {
  it('C-01: are sent once: never stale, never refetched automatically, never retried', () => {
    const { queries, mutations } = newQueryClient().getDefaultOptions()
    expect(queries).toMatchObject({ staleTime: Infinity, retry: false, refetchOnWindowFocus: false })
    expect(queries?.refetchInterval).toBeUndefined()
    expect(mutations).toMatchObject({ retry: false })
  })

  it('C-02: refresh the session after five minutes', () => {
    expect(sessionQuery.staleTime).toBe(300_000)
  })

  it('A-86: fail on 401, which means visitor for the session', async () => {
    document.cookie = 'garbo_signed_in=1; path=/'
    stubServer(visitor)
    expect(await newQueryClient().fetchQuery(sessionQuery)).toBeNull()
    document.cookie = 'garbo_signed_in=1; path=/'
    stubServer({ 'GET /api/auth/user': failure(500, 'boom') })
    await expect(newQueryClient().fetchQuery(sessionQuery)).rejects.toMatchObject({ status: 500 })
    stubServer({ 'GET /api/auth/user': ok(giulia) })
    expect(await newQueryClient().fetchQuery(sessionQuery)).toMatchObject({ id: 'giulia' })
  })
})
