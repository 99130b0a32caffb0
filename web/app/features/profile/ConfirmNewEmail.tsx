import { calls } from '../../../contract/calls.ts'
import { Button } from '../../components/Button.tsx'
import { Card } from '../../components/Card.tsx'
import { CodeInput } from '../../components/CodeInput.tsx'
import { Form } from '../../components/Form.tsx'
import { FormAlert } from '../../components/FormAlert.tsx'
import { TextLink } from '../../components/TextLink.tsx'
import { complain, showToast } from '../../components/toast.ts'
import { bind, useForm } from '../../shared/form.ts'
import { said } from '../../shared/refused.ts'
import { useWrite } from '../../shared/write.ts'
import { texts } from '../../texts.ts'

const { newEmail: words } = texts.profile

/** The code of the letter makes the new address the account's. */
export function ConfirmNewEmail({ email }: { readonly email: string }) {
  const form = useForm({ code: '' }, calls.confirmNewEmail.body, (values) => values)
  const confirmation = useWrite('confirmNewEmail', {
    refreshes: ['account'],
    onDone: () => showToast({ title: words.done }),
    onRefused: (error) => {
      const why = said(error, words.failed)
      form.refuse(error, why)
      complain(why)
    },
  })
  const submit = () => form.whenSound((body) => confirmation.mutate({ body }))
  return (
    <Card title={words.title}>
      <p className="mb-4 break-words">{words.sent(email)}</p>
      <Form label={words.title} onSubmit={submit} faults={form.faults}>
        <CodeInput label={words.code} placeholder={words.placeholder} {...bind(form, 'code')} />
        <FormAlert text={form.complaint} />
        <Button type="submit" pending={confirmation.isPending}>
          {words.submit}
        </Button>
      </Form>
      <p className="mt-4 text-sm">
        <TextLink to="/profile/edit">{words.again}</TextLink>
      </p>
    </Card>
  )
}
