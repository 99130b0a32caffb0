// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Toaster } from '../../../../web/app/components/toast.tsx'
import { dismissToast, getToastState, showToast } from '../../../../web/app/toasts.ts'

beforeEach(() => {
  vi.useFakeTimers()
  render(<Toaster />)
})
afterEach(() => {
  act(dismissToast)
  cleanup()
  vi.useRealTimers()
})

const area = () => document.querySelector<HTMLElement>('[data-toast]') as HTMLElement
const closeButton = () => screen.getByRole('button', { name: 'Chiudi avviso' })
const pass = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms)
  })

describe('the toast', () => {
  it('is announced from a live region that existed before its text', () => {
    act(() => showToast({ title: 'Recensione salvata' }))
    expect(area().textContent).toContain('Recensione salvata')
    const announcement = screen.getByRole('status')
    expect(announcement.getAttribute('aria-live')).toBe('polite')
    expect(announcement.textContent).toBe('')
    pass(100)
    expect(announcement.textContent).toBe('Avviso Recensione salvata')
  })

  it('R-38, C-03: disappears after five seconds', () => {
    act(() => showToast({ title: 'Recensione salvata' }))
    pass(4_999)
    expect(area().textContent).toContain('Recensione salvata')
    pass(1)
    expect(area().textContent).toBe('')
  })

  it('Q-115: is replaced by the next one, which has its own five seconds', () => {
    act(() => showToast({ title: 'Recensione salvata' }))
    pass(4_000)
    act(() => showToast({ title: 'Ricompensa sbloccata' }))
    expect(area().textContent).not.toContain('Recensione salvata')
    pass(4_999)
    expect(area().textContent).toContain('Ricompensa sbloccata')
  })

  it('Q-95: is kept for 1,000,000 ms after closing', () => {
    act(() => showToast({ title: 'Recensione salvata' }))
    pass(5_000)
    pass(999_999)
    expect(getToastState().toast?.title).toBe('Recensione salvata')
    pass(1)
    expect(getToastState().toast).toBeNull()
  })

  it.each([
    [
      'hovered',
      () => fireEvent.pointerMove(closeButton()),
      () => fireEvent.pointerLeave(area().parentElement as Element),
    ],
    ['focused', () => closeButton().focus(), () => closeButton().blur()],
  ])('stays while it is %s', (_, enter, leave) => {
    act(() => showToast({ title: 'Recensione salvata' }))
    act(() => {
      enter()
    })
    pass(60_000)
    expect(area().textContent).toContain('Recensione salvata')
    act(() => {
      leave()
    })
    pass(5_000)
    expect(area().textContent).toBe('')
  })

  it('R-38: receives clicks only on its button', () => {
    act(() => showToast({ title: 'Recensione salvata' }))
    const clickable = [...area().querySelectorAll('.pointer-events-auto')]
    expect(area().classList.contains('pointer-events-none')).toBe(true)
    expect(area().querySelector('li')?.style.pointerEvents).toBe('none')
    expect(clickable).toEqual([closeButton()])
  })

  it('can be closed, and the next one disappears by itself', () => {
    act(() => showToast({ title: 'Recensione salvata' }))
    act(() => void fireEvent.pointerMove(closeButton()))
    act(() => closeButton().click())
    expect(area().textContent).toBe('')
    act(() => showToast({ title: 'Ricompensa sbloccata' }))
    pass(5_000)
    expect(area().textContent).toBe('')
  })
})
