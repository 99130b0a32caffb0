import { privacyConsent, registerClientBody } from '../../../contract/access.ts'
import { Button } from '../../components/Button.tsx'
import { Form } from '../../components/Form.tsx'
import { FormAlert } from '../../components/FormAlert.tsx'
import { PasswordInput } from '../../components/PasswordInput.tsx'
import { complain, showToast } from '../../components/toast.ts'
import { forgetReferral, useReferral } from '../../shared/referral.ts'
import { said } from '../../shared/refused.ts'
import { bind, useForm } from '../../shared/form.ts'
import { useWrite } from '../../shared/write.ts'
import { texts } from '../../texts.ts'
import { PersonFields } from './PersonFields.tsx'
import { PrivacyConsent } from './PrivacyConsent.tsx'
import { inItalian, sayInItalian } from './schema-messages.ts'
import type { Verifying } from './VerifyStep.tsx'

const { access } = texts
const { clientAuth: words, verify } = access
const blank = { firstName: '', lastName: '', email: '', phone: '', password: '', privacyConsent: false }
/** The screen asks for the consent that the call leaves open. */
const asked = registerClientBody.extend({ privacyConsent })

/** No rule is shown beforehand on this screen: what is wrong is said where it is wrong. */
export function ClientRegisterForm({ onRegistered }: { readonly onRegistered: (who: Verifying) => void }) {
  const ref = useReferral()
  const form = inItalian(useForm(blank, asked, (values) => ({ ...values, ref })))
  const registration = useWrite('registerClient', {
    onDone: ({ clientId }, { body: { email } }) => {
      forgetReferral()
      showToast({ title: verify.sentTitle, text: verify.sentText })
      onRegistered({ clientId, email })
    },
    onRefused: (error) => {
      const why = sayInItalian(said(error, words.registerFailed))
      form.refuse(error, why)
      complain(why)
    },
  })
  const submit = () => form.whenSound((body) => registration.mutate({ body }))
  return (
    <Form label={words.titleRegister} onSubmit={submit} faults={form.faults}>
      <PersonFields form={form} />
      <PasswordInput label={access.password} autoComplete="new-password" required {...bind(form, 'password')} />
      <PrivacyConsent form={form} />
      <FormAlert text={form.complaint} />
      <Button type="submit" pending={registration.isPending} pendingText={words.wait}>
        {words.register}
      </Button>
    </Form>
  )
}
