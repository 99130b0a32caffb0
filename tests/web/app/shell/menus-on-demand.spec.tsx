// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ComponentType } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, describe, expect, it } from 'vitest'
import { landingTexts } from '../../../../web/app/pages/marketing/landing.texts.ts'
import { AuthMenus } from '../../../../web/app/shell/AuthMenus.tsx'
import { useMenusOnDemand } from '../../../../web/app/shell/menus-on-demand.ts'

afterEach(cleanup)

const labels = [landingTexts.login, landingTexts.register]

const renderMenus = () => {
  const code = Promise.withResolvers<ComponentType>()
  render(<MenusOnDemand load={() => code.promise} />, { wrapper: MemoryRouter })
  return { user: userEvent.setup(), codeArrives: () => code.resolve(AuthMenus) }
}

function MenusOnDemand({ load }: { readonly load: () => Promise<ComponentType> }) {
  const { Menus, group, buttonAt } = useMenusOnDemand(load)
  return (
    <div {...group}>
      {Menus === null ? (
        labels.map((label, index) => (
          <button key={label} {...buttonAt(index)}>
            {label}
          </button>
        ))
      ) : (
        <Menus />
      )}
    </div>
  )
}

describe('a menu whose code arrives late', () => {
  it.each(['{Enter}', ' ', '{ArrowDown}'])(
    'R-04: opens with its first item focused after the key “%s”',
    async (key) => {
      const { user, codeArrives } = renderMenus()
      await user.tab()
      await user.keyboard(key)
      expect(screen.queryByRole('menu')).toBeNull()
      codeArrives()
      await waitFor(() => expect(document.activeElement).toBe(screen.getAllByRole('menuitem')[0]))
      await user.keyboard('{Escape}')
      await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: landingTexts.login })))
    },
  )

  it('R-04: opens when the key is still down while the code arrives', async () => {
    const { user, codeArrives } = renderMenus()
    await user.tab()
    await user.keyboard('{ >}')
    codeArrives()
    await screen.findByRole('menu')
    await user.keyboard('{/ }')
    expect(screen.getByRole('menu')).toBeTruthy()
  })

  it('R-05: keeps the focus on its button when it was not pressed', async () => {
    const { user, codeArrives } = renderMenus()
    await user.tab()
    await user.tab()
    const before = screen.getByRole('button', { name: landingTexts.register })
    codeArrives()
    await waitFor(() => expect(before.isConnected).toBe(false))
    expect(document.activeElement).toBe(screen.getByRole('button', { name: landingTexts.register }))
    expect(screen.queryByRole('menu')).toBeNull()
  })
})
