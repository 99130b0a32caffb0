import { Button } from '../../../components/Button.tsx'
import { CheckBox } from '../../../components/CheckBox.tsx'
import { Form } from '../../../components/Form.tsx'
import { FormAlert } from '../../../components/FormAlert.tsx'
import { PasswordInput } from '../../../components/PasswordInput.tsx'
import { TextArea } from '../../../components/TextArea.tsx'
import { TextInput } from '../../../components/TextInput.tsx'
import { bind } from '../../../shared/form.ts'
import { texts } from '../../../texts.ts'
import type { Consent, Deletion } from './deletion-form.ts'
import { StepCard } from './StepCard.tsx'

const { confirm: words, steps } = texts.deletion
const consents = Object.entries(words.consentLabels) as [Consent, string][]

/** R-97; all three consents are wanted (V-80). */
export function ConfirmStep({ deletion }: { readonly deletion: Deletion }) {
  const { form, setStep, submit } = deletion
  return (
    <StepCard title={steps[2]}>
      <Form label={steps[2]} onSubmit={submit} faults={form.faults}>
        <TextArea label={words.reason} hint={words.reasonHint} optional maxLength={500} {...bind(form, 'reason')} />
        <fieldset className="grid gap-3">
          <legend className="mb-2 text-sm font-medium">{words.consents}</legend>
          {consents.map(([which, label]) => (
            <CheckBox
              key={which}
              label={label}
              required
              checked={deletion.consents[which]}
              onChange={({ target }) => deletion.consent(which, target.checked)}
            />
          ))}
        </fieldset>
        <TextInput
          label={words.phrase}
          hint={words.phraseHint}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
          {...bind(form, 'confirmationText')}
        />
        <PasswordInput
          label={words.password}
          hint={words.passwordHint}
          autoComplete="current-password"
          required
          {...bind(form, 'password')}
        />
        <FormAlert text={form.complaint} />
        <div className="flex flex-wrap justify-between gap-3">
          <Button look="secondary" onClick={() => setStep('preview')}>
            {words.back}
          </Button>
          <Button type="submit" look="danger">
            {words.submit}
          </Button>
        </div>
      </Form>
    </StepCard>
  )
}
