// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Button } from '../../../../web/app/components/buttons.tsx'
import { CopyButton } from '../../../../web/app/components/copy-button.tsx'
import { Dialog } from '../../../../web/app/components/dialogs.tsx'
import { LoadMoreButton, QueryView } from '../../../../web/app/components/feedback.tsx'
import { PasswordInput, TextArea, TextInput } from '../../../../web/app/components/form-controls.tsx'
import { ScoreSlider } from '../../../../web/app/components/slider.tsx'
import { StarRatingInput } from '../../../../web/app/components/star-rating.tsx'
import { Tabs } from '../../../../web/app/components/tabs.tsx'

afterEach(cleanup)

/** Texts referenced by a control; throws for a missing reference. */
const describedBy = (control: HTMLElement) =>
  (control.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .filter(Boolean)
    .map((id) => {
      const text = document.getElementById(id)?.textContent
      if (text === undefined || text === null) throw new Error(`#${id} is not on the page`)
      return text
    })

describe('a form field', () => {
  it('references its hint and its error while they are shown', () => {
    const { rerender } = render(<TextInput label="Email" />)
    const email = () => screen.getByRole('textbox', { name: 'Email' })
    expect(describedBy(email())).toEqual([])
    expect(email().getAttribute('aria-invalid')).toBeNull()

    rerender(<TextInput label="Email" hint="Quella di lavoro" error="Email non valida" />)
    expect(describedBy(email())).toEqual(['Quella di lavoro', 'Email non valida'])
    expect(email().getAttribute('aria-invalid')).toBe('true')
  })

  it('marks optional fields', () => {
    render(<TextInput label="Nota" optional />)
    expect(screen.getByRole('textbox', { name: 'Nota (facoltativo)' })).toBeTruthy()
  })

  it('counts the characters of a long text', () => {
    render(<TextArea label="Commento" maxLength={500} value="Bello" onChange={() => undefined} />)
    expect(screen.getByText('5/500')).toBeTruthy()
    expect(screen.getByRole('textbox', { name: 'Commento' }).getAttribute('maxlength')).toBe('500')
  })
})

describe('a password field', () => {
  it('can be revealed and hidden again', async () => {
    const user = userEvent.setup()
    render(<PasswordInput label="Password" />)
    const password = screen.getByLabelText('Password')
    expect(password.getAttribute('type')).toBe('password')
    await user.click(screen.getByRole('button', { name: 'Mostra la password' }))
    expect(password.getAttribute('type')).toBe('text')
    await user.click(screen.getByRole('button', { name: 'Nascondi la password' }))
    expect(password.getAttribute('type')).toBe('password')
  })
})

describe('a button', () => {
  it('shows progress while pending and cannot be clicked twice', async () => {
    const pressed = vi.fn()
    render(
      <Button pending pendingText="Attendere..." onClick={pressed}>
        Accedi
      </Button>,
    )
    const button = screen.getByRole('button', { name: 'Attendere...' })
    await userEvent.click(button)
    expect(button).toHaveProperty('disabled', true)
    expect(pressed).not.toHaveBeenCalled()
  })
})

function StarsToTry() {
  const [value, setValue] = useState(0)
  return <StarRatingInput legend="Valutazione" value={value} onChange={setValue} />
}

describe('the star input', () => {
  it('C-18: has five choices without a default', () => {
    render(<StarsToTry />)
    const group = screen.getByRole('radiogroup', { name: 'Valutazione' })
    const stars = within(group).getAllByRole('radio')
    expect(stars.map((star) => star.getAttribute('aria-label'))).toEqual([
      '1 stella',
      '2 stelle',
      '3 stelle',
      '4 stelle',
      '5 stelle',
    ])
    expect(stars.some((star) => (star as HTMLInputElement).checked)).toBe(false)
  })

  it('can be used by keyboard only', async () => {
    const user = userEvent.setup()
    render(<StarsToTry />)
    await user.tab()
    await user.keyboard(' ')
    await user.keyboard('{ArrowRight}{ArrowRight}')
    expect(screen.getByRole('radio', { name: '3 stelle' })).toHaveProperty('checked', true)
    await user.keyboard('{ArrowLeft}')
    expect(screen.getByRole('radio', { name: '2 stelle' })).toHaveProperty('checked', true)
  })

  it('shows its error', () => {
    render(<StarRatingInput legend="Valutazione" value={0} onChange={() => undefined} error="Seleziona" />)
    const group = screen.getByRole('radiogroup', { name: 'Valutazione' })
    expect(describedBy(group)).toEqual(['Seleziona'])
    expect(group.getAttribute('aria-invalid')).toBe('true')
  })
})

describe('the score input', () => {
  it('C-18: goes from 0 to 10 and announces its value', () => {
    render(<ScoreSlider label="Cortesia" value={8} onChange={() => undefined} />)
    const slider = screen.getByRole('slider', { name: 'Cortesia' })
    expect([slider.getAttribute('min'), slider.getAttribute('max')]).toEqual(['0', '10'])
    expect(slider.getAttribute('aria-valuetext')).toBe('8 su 10')
  })

  it('has no value until chosen, even at the handle’s position', async () => {
    const chosen = vi.fn<(score: number) => void>()
    render(<ScoreSlider label="Cortesia" value={null} error="Scegli" onChange={chosen} />)
    const slider = screen.getByRole('slider', { name: 'Cortesia' })
    expect(slider.getAttribute('aria-valuetext')).toBe('non ancora scelto')
    expect(describedBy(slider)).toEqual(['Scegli'])
    expect(slider.getAttribute('aria-invalid')).toBe('true')
    await userEvent.setup().click(slider)
    expect(chosen).toHaveBeenCalledWith(0)
  })
})

function DialogToTry() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Apri</Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Segnala" description="Un moderatore la esaminerà.">
        <Button>Invia</Button>
      </Dialog>
    </>
  )
}

describe('a dialog', () => {
  it('opens by keyboard, traps the focus, closes with Escape and restores the focus', async () => {
    const user = userEvent.setup()
    render(<DialogToTry />)
    await user.tab()
    await user.keyboard('{Enter}')
    const dialog = await screen.findByRole('dialog', { name: 'Segnala' })
    expect(describedBy(dialog)).toEqual(['Un moderatore la esaminerà.'])
    for (const _ of [1, 2, 3, 4]) {
      await user.tab()
      expect(dialog.contains(document.activeElement)).toBe(true)
    }
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Apri' })))
  })
})

describe('a query result', () => {
  const query = { data: undefined, isPending: false, error: null, refetch: vi.fn() }
  const show = (state: object) =>
    render(
      <QueryView query={{ ...query, ...state }} empty={<p>Niente</p>}>
        {(list: readonly string[]) => <p>{list.join()}</p>}
      </QueryView>,
    )

  it('shows that it is loading', () => {
    show({ isPending: true })
    expect(screen.getByRole('status').textContent).toBe('Caricamento in corso…')
  })
  it('shows that it is empty', () => {
    show({ data: [] })
    expect(screen.getByText('Niente')).toBeTruthy()
  })
  it('shows its data', () => {
    show({ data: ['uno'] })
    expect(screen.getByText('uno')).toBeTruthy()
  })
  it('shows the failure and a retry button', async () => {
    const refetch = vi.fn()
    show({ error: new Error('Il server riposa'), refetch })
    expect(screen.getByRole('alert').textContent).toContain('Il server riposa')
    await userEvent.click(screen.getByRole('button', { name: 'Riprova' }))
    expect(refetch).toHaveBeenCalledOnce()
  })
})

describe('small components', () => {
  it('show the pager only when there are more pages', () => {
    const query = { hasNextPage: true, isFetchingNextPage: false, fetchNextPage: () => Promise.resolve() }
    const { rerender } = render(<LoadMoreButton query={query} />)
    expect(screen.getByRole('button', { name: 'Carica altro' })).toBeTruthy()
    rerender(<LoadMoreButton query={{ ...query, hasNextPage: false }} />)
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('switch tabs with the arrow keys', async () => {
    const user = userEvent.setup()
    const chosen = vi.fn()
    const tabs = [
      { value: 'queue', label: 'Coda', content: 'La coda' },
      { value: 'reviews', label: 'Recensioni', content: 'Le recensioni' },
    ]
    render(<Tabs label="Moderazione" tabs={tabs} value="queue" onChange={chosen} />)
    expect(screen.getByRole('tabpanel').textContent).toBe('La coda')
    await user.tab()
    await user.keyboard('{ArrowRight}')
    expect(chosen).toHaveBeenCalledWith('reviews')
  })

  it('copy a code with one click', async () => {
    const user = userEvent.setup()
    render(<CopyButton value="GARBO7XK2QF" label="Copia codice" />)
    await user.click(screen.getByRole('button', { name: 'Copia codice' }))
    expect(await navigator.clipboard.readText()).toBe('GARBO7XK2QF')
  })
})
