// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sectionOnDemand } from '../../../../web/app/components/section-on-demand.tsx'
import { componentTexts } from '../../../../web/app/components/texts.ts'
import { newQueryClient } from '../../../../web/app/shared/queries.ts'

let becomesVisible = () => undefined as void
let margin = ''
const load = vi.fn<() => Promise<typeof Offers>>()

function Offers() {
  return <p>Offerte del mese</p>
}

beforeEach(() => {
  load.mockReset().mockResolvedValue(Offers)
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(report: (entries: unknown[]) => void, { rootMargin = '' }: IntersectionObserverInit) {
        becomesVisible = () => report([{ isIntersecting: true }])
        margin = rootMargin
      }
      observe() {}
      disconnect() {}
    },
  )
  const Section = sectionOnDemand('offers', load)
  render(<Section />, {
    wrapper: ({ children }) => <QueryClientProvider client={newQueryClient()}>{children}</QueryClientProvider>,
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('a section below what is visible', () => {
  it('loads nothing at first, and says nothing to a screen reader', () => {
    expect(load).not.toHaveBeenCalled()
    expect(screen.getByRole('status').textContent).toBe('')
  })

  it('is loaded when it becomes visible', async () => {
    becomesVisible()
    expect(await screen.findByText('Offerte del mese')).toBeTruthy()
  })

  it('is loaded somewhat earlier on a page that is being scrolled', async () => {
    expect(margin).toBe('0px')
    globalThis.dispatchEvent(new Event('scroll'))
    await vi.waitFor(() => expect(margin).toBe('400px'))
  })

  it('is loaded when a key is pressed, so that the browser’s search finds it', async () => {
    await userEvent.keyboard('{Control>}f{/Control}')
    expect(await screen.findByText('Offerte del mese')).toBeTruthy()
  })

  it('can be tried again after the connection was lost; the rest of the page stays', async () => {
    load.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    becomesVisible()
    expect(await screen.findByText(componentTexts.offline)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: componentTexts.retry }))
    expect(await screen.findByText('Offerte del mese')).toBeTruthy()
  })
})
