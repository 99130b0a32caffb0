// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { lazyComponent } from '../../../../web/app/lazy.ts'
import { SessionProvider } from '../../../../web/app/shared/session.ts'
import { VisitorsOnly } from '../../../../web/app/shell/guards.tsx'
import { giulia, signedInAs } from '../support/people.ts'
import { renderApp } from '../support/render-app.tsx'
import { componentTexts } from '../../../../web/app/components/texts.ts'

it('P-05: redirected users see a skeleton until the target is loaded', async () => {
  const onlyVisitors = (
    <SessionProvider>
      <VisitorsOnly />
    </SessionProvider>
  )
  const never = () => new Promise<never>(() => undefined)
  renderApp('/login', signedInAs(giulia), [
    { element: onlyVisitors, children: [{ path: '/login', element: <h1>Accesso</h1> }] },
    { path: '/dashboard', Component: lazyComponent(never) },
  ])
  await screen.findByRole('heading', { name: 'Accesso' })
  expect(await screen.findByText(componentTexts.loading)).toBeTruthy()
  expect(screen.queryByRole('heading')).toBeNull()
})
