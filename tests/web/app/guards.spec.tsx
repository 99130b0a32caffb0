// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { texts } from '../../../web/app/texts.ts'
import { Visitors } from '../../../web/app/shell/guards.tsx'
import { open } from './support/open.tsx'
import { as, giulia } from './support/people.ts'

it('P-05: redirected users see a skeleton until the target is loaded', async () => {
  const never = () => new Promise<never>(() => undefined)
  open('/login', as(giulia), [
    { element: <Visitors />, children: [{ path: '/login', element: <h1>Accesso</h1> }] },
    { path: '/dashboard', lazy: never },
  ])
  await screen.findByRole('heading', { name: 'Accesso' })
  expect(await screen.findByText(texts.kit.loading)).toBeTruthy()
  expect(screen.queryByRole('heading')).toBeNull()
})
