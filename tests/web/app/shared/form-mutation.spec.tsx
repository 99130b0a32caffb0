// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { endpoints } from '../../../../web/contract/endpoints.ts'
import { TextInput } from '../../../../web/app/components/form-controls.tsx'
import { Form, FormAlert } from '../../../../web/app/components/form.tsx'
import { useFormMutation } from '../../../../web/app/shared/form-mutation.ts'
import { bindField } from '../../../../web/app/shared/form.ts'
import { newQueryClient } from '../../../../web/app/shared/queries.ts'
import { dismissToast, getToastState } from '../../../../web/app/toasts.ts'
import { failure, ok, type StubReply, stubServer } from '../support/stub-server.ts'

afterEach(() => {
  act(dismissToast)
  cleanup()
})

const redeem = 'POST /api/rewards/ABC123/redeem'
const onSuccess = vi.fn<(message: string) => void>()

function RedeemForm() {
  const { form, pending, submit } = useFormMutation('redeemReward', {
    initialValues: { code: '', till: '1' },
    schema: endpoints.redeemReward.params,
    toBody: ({ code }) => ({ code }),
    toInput: (params) => ({ params }),
    incompleteToast: ({ code }) => (code === '' ? { tone: 'bad', title: 'Manca il codice' } : undefined),
    successToast: ({ message }) => ({ title: message }),
    resetOnSuccess: true,
    onSuccess: ({ message }) => onSuccess(message),
    failureText: 'Non è stato possibile riscattare il codice.',
    translate: (message) => (message === 'Used' ? 'Codice già usato' : message),
  })
  return (
    <Form label="Riscatta" onSubmit={submit} errorCount={form.errorCount}>
      <TextInput label="Cassa" {...bindField(form, 'till')} />
      <TextInput label="Codice" {...bindField(form, 'code')} />
      <FormAlert text={form.formError} />
      <button type="submit" disabled={pending}>
        Riscatta
      </button>
    </Form>
  )
}

const renderForm = (reply: StubReply) => {
  onSuccess.mockReset()
  const server = stubServer({ [redeem]: reply })
  render(
    <QueryClientProvider client={newQueryClient()}>
      <RedeemForm />
    </QueryClientProvider>,
  )
  const user = userEvent.setup()
  return {
    server,
    code: screen.getByRole('textbox', { name: 'Codice' }),
    submit: async (code: string) => {
      if (code !== '') await user.type(screen.getByRole('textbox', { name: 'Codice' }), code)
      await user.click(screen.getByRole('button', { name: 'Riscatta' }))
    },
  }
}

describe('a form that sends one call', () => {
  it('shows what is missing at the field, focuses it, explains it in a toast and sends nothing', async () => {
    const { server, code, submit } = renderForm(ok({ message: 'Riscattata' }))
    await submit('')
    expect(code.getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(code)
    expect(getToastState().toast).toEqual({ tone: 'bad', title: 'Manca il codice' })
    expect(server.to(redeem)).toEqual([])
  })

  it('announces success, empties the form and reports the answer', async () => {
    const { server, code, submit } = renderForm(ok({ message: 'Riscattata' }))
    await submit('ABC123')
    await waitFor(() => expect(getToastState().toast).toEqual({ title: 'Riscattata' }))
    expect(code).toHaveProperty('value', '')
    expect(onSuccess.mock.calls).toEqual([['Riscattata']])
    expect(server.to(redeem)).toHaveLength(1)
  })

  it('shows the server’s errors at their fields, translated, and focuses the first', async () => {
    const { code, submit } = renderForm(failure(400, 'Controlla i dati', 'Invalid', { code: 'Used' }))
    await submit('ABC123')
    expect(await screen.findByText('Codice già usato')).toBeTruthy()
    expect(document.activeElement).toBe(code)
    expect(screen.queryByRole('alert')).toBeNull()
    expect(getToastState().toast).toEqual({ tone: 'bad', title: 'Errore', text: 'Controlla i dati' })
    expect(code).toHaveProperty('value', 'ABC123')
    expect(onSuccess).not.toHaveBeenCalled()
  })

  it.each([
    ['a rejection, in the server’s words', failure(409, 'Used'), 'Codice già usato'],
    ['a server error, in its own words', failure(500, 'boom'), 'Non è stato possibile riscattare il codice.'],
  ])('shows %s, above the button and in a toast', async (_, reply, message) => {
    const { submit } = renderForm(reply)
    await submit('ABC123')
    expect((await screen.findByRole('alert')).textContent).toBe(message)
    expect(getToastState().toast).toEqual({ tone: 'bad', title: 'Errore', text: message })
  })
})
