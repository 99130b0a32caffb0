import { Form } from '../../../components/Form.tsx'
import { PhoneInput } from '../../../components/PhoneInput.tsx'
import { bind } from '../../../shared/form.ts'
import { texts } from '../../../texts.ts'
import { BusinessFields, PhotoFields } from '../BusinessFields.tsx'
import type { Setup } from './setup-form.ts'

const { profile: words } = texts

/** R-89, V-72, V-75; the province is shown as required and not insisted upon. */
export function BasicStep({ setup: { form, next } }: { readonly setup: Setup }) {
  return (
    <Form label={words.setup.steps[0]} onSubmit={next} faults={form.faults}>
      <BusinessFields form={form} placeRequired />
      <PhoneInput label={words.phone} hint={words.phoneHint} optional {...bind(form, 'phone')} />
      <PhotoFields form={form} />
    </Form>
  )
}
