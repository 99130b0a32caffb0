// @vitest-environment happy-dom
import { matchRoutes, type RouteObject } from 'react-router-dom'
import { describe, expect, it, vi } from 'vitest'
import { routes } from '../../../web/app/routes.tsx'
import { giulia, locanda, signedInAs, visitor } from './support/people.ts'
import { renderApp } from './support/render-app.tsx'

type Guard = 'public' | 'public-only' | 'login' | 'none'

/** Page a navigation ends on; the requested path if omitted. */
interface Place {
  readonly path: string
  readonly guard: Guard
  readonly visitor?: string
  readonly client?: string
  readonly business?: string
}
const [login, home] = ['/auth/login', '/dashboard']
const forVisitors = { guard: 'public-only', client: home, business: home } as const
const forAccounts = { guard: 'login', visitor: login } as const
const forBusinesses = { ...forAccounts, client: home }
const forClients = { ...forAccounts, business: home }

/** All routes with the roles they admit. */
const table: readonly (Place & { readonly rule: string })[] = [
  { rule: 'R-01', path: '/', guard: 'public' },
  { rule: 'R-02', path: '/landing', guard: 'public' },
  { rule: 'R-08', path: '/client-auth', guard: 'public' },
  { rule: 'R-12', path: '/login', ...forVisitors },
  { rule: 'R-16', path: '/auth/login', ...forVisitors },
  { rule: 'R-17', path: '/register', ...forVisitors },
  { rule: 'R-18', path: '/auth/register', ...forVisitors },
  { rule: 'R-19', path: '/register-client', ...forVisitors },
  { rule: 'R-20', path: '/recover-password', ...forVisitors },
  { rule: 'Q-24', path: '/confirm-email', guard: 'public' },
  { rule: 'R-30', path: '/community-guidelines', guard: 'public' },
  { rule: 'R-31', path: '/privacy-policy', guard: 'public' },
  { rule: 'R-32', path: '/download', guard: 'public', visitor: '/', client: '/', business: '/' },
  { rule: 'R-33', path: '/nessuna', guard: 'none' },
  { rule: 'R-40', path: '/my-reviews', ...forClients },
  { rule: 'R-40', path: '/my-travels', ...forClients },
  { rule: 'R-40', path: '/my-rewards', ...forClients },
  { rule: 'R-40', path: '/favorites', ...forClients },
  { rule: 'R-41, B-16', path: '/dashboard', ...forAccounts },
  { rule: 'R-56', path: '/clients', ...forBusinesses },
  { rule: 'R-59', path: '/ratings', ...forBusinesses },
  { rule: 'Q-112', path: '/analytics', ...forBusinesses },
  { rule: 'Q-112', path: '/analytics/rows', ...forBusinesses },
  { rule: 'R-61, P-07', path: '/client-dashboard', guard: 'none' },
  { rule: 'R-76', path: '/admin/reviews', ...forAccounts },
  { rule: 'Q-123', path: '/admin/collegamenti', ...forAccounts },
  { rule: 'D-32', path: '/support', ...forAccounts },
  { rule: 'D-33', path: '/admin/support', ...forAccounts },
  { rule: 'D-66', path: '/admin/audit', ...forAccounts },
  { rule: 'D-36', path: '/admin/audit/access-log', ...forAccounts },
  { rule: 'D-48', path: '/admin/audit/events', ...forAccounts },
  { rule: 'D-67', path: '/admin/audit/events/event-one', ...forAccounts },
  { rule: 'D-49', path: '/admin/audit/correlations/request-1', ...forAccounts },
  { rule: 'D-16', path: '/admin/audit/streams/review-one', ...forAccounts },
  { rule: 'D-36', path: '/profile/access-log', ...forAccounts },
  { rule: 'R-83', path: '/admin-wallet', ...forAccounts },
  { rule: 'Q-68', path: '/admin/rulebooks', ...forAccounts },
  { rule: 'Q-133', path: '/admin/affiliates', ...forAccounts },
  { rule: 'ASVS 6.3.3', path: '/staff-passkey', ...forAccounts, client: '/admin/reviews', business: '/admin/reviews' },
  { rule: 'D-28', path: '/notifications', ...forAccounts },
  { rule: 'D-28', path: '/notifications/preferences', ...forAccounts },
  { rule: 'D-30', path: '/unsubscribe/abc', guard: 'none' },
  { rule: 'Q-127', path: '/annulla/abc', guard: 'none' },
  { rule: 'Q-122', path: '/non-ero-io/abc', guard: 'none' },
  { rule: 'DSA 17', path: '/decisions', ...forAccounts },
  { rule: 'DSA 24', path: '/transparency', guard: 'public' },
  { rule: 'S-13', path: '/cases/review-1', ...forAccounts },
  { rule: 'R-78', path: '/rewards', ...forAccounts },
  { rule: 'R-79', path: '/ava-wallet', ...forAccounts },
  { rule: 'R-85', path: '/profile', ...forAccounts },
  { rule: 'R-86', path: '/profile/edit', ...forAccounts },
  { rule: 'R-87', path: '/profile/photo', ...forAccounts },
  { rule: 'R-88', path: '/profile/setup', ...forBusinesses },
  { rule: 'R-93', path: '/profile/biometric-setup', ...forAccounts },
  { rule: 'R-94', path: '/biometric-setup', guard: 'none' },
  { rule: 'R-95', path: '/account-deletion', ...forAccounts },
  { rule: 'R-101', path: '/book-travel', ...forAccounts },
  { rule: 'R-106', path: '/affiliate', ...forAccounts },
  { rule: 'R-103, P-07', path: '/places', guard: 'none' },
  { rule: 'R-105', path: '/business/locanda', guard: 'none' },
  { rule: 'R-111, P-07', path: '/address-test', guard: 'none' },
  { rule: 'R-111, P-07', path: '/address-test-fixed', guard: 'none' },
  { rule: 'R-111, P-07', path: '/address-working', guard: 'none' },
  { rule: 'R-112', path: '/biometric-test', guard: 'none' },
  { rule: 'R-112', path: '/biometric-demo', guard: 'none' },
  { rule: 'R-113', path: '/lab/passkeys', guard: 'none' },
  { rule: 'Q-04', path: '/change-password', ...forAccounts },
  { rule: 'Q-55', path: '/sanctions', ...forAccounts },
]

const people = { visitor, client: signedInAs(giulia), business: signedInAs(locanda) }
/** Page reached after requesting a path. */
const reached = async (path: string, who: keyof typeof people) => {
  const { at, server } = renderApp(path, people[who])
  await vi.waitFor(() => expect(server.to('GET /api/auth/user').length).toBeGreaterThan(0), 20_000)
  await vi.waitFor(() => expect(document.querySelector('main h1, main [role="alert"]')).toBeTruthy(), 20_000)
  return at
}

describe('the route table (S-09)', () => {
  const cases = table.flatMap((place) =>
    (['visitor', 'client', 'business'] as const).map(
      (who) => [`${place.rule}: ${place.path}`, place.guard, who, place[who] ?? place.path, place.path] as const,
    ),
  )

  it.each(cases)('%s (%s) takes a %s to %s', async (_, __, who, place, path) => {
    const at = await reached(path, who)
    await vi.waitFor(() => expect(at()).toBe(place), 20_000)
  })

  it('Q-30: aliases keep the query', async () => {
    renderApp('/auth/login?type=client', visitor)
    await vi.waitFor(() => expect(document.querySelector('main h1')?.textContent).toBe('Accesso Cliente'), 20_000)
  })

  it('Q-30, Q-81: keeps the query of the registration alias up to the request', async () => {
    const { at } = renderApp('/auth/register?ref=primavera', visitor)
    await vi.waitFor(
      () => expect(document.querySelector('main h1')?.textContent).toBe('Crea Account Esercente'),
      20_000,
    )
    expect(at()).toBe('/auth/register')
  })

  it('Q-35: covers every address of the original app', () => {
    const paths = (all: readonly RouteObject[]): readonly string[] =>
      all.flatMap(({ path, children = [] }) => [...(path === undefined ? [] : [path]), ...paths(children)])
    const elsewhere = new Set([
      '*',
      '/dev/outbox',
      '/gallery',
      '/business/:id',
      '/cases/:caseId',
      '/address-frame',
      '/data-deletion/:code',
      '/unsubscribe/:token',
      '/annulla/:token',
      '/non-ero-io/:token',
      '/admin/audit/events/:eventId',
      '/admin/audit/correlations/:correlationId',
      '/admin/audit/streams/:stream',
    ])
    const listed = new Set(table.map(({ path }) => path))
    expect(paths(routes).filter((path) => !listed.has(path) && !elsewhere.has(path))).toEqual([])
    expect(table.filter(({ path }) => matchRoutes(routes, path) === null)).toEqual([])
  })
})
