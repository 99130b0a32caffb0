import { calls } from '../../../contract/calls.ts'
import { Button } from '../../components/Button.tsx'
import { Card } from '../../components/Card.tsx'
import { Form } from '../../components/Form.tsx'
import { TextInput } from '../../components/TextInput.tsx'
import { bind, useForm } from '../../shared/form.ts'
import { refused, said } from '../../shared/refused.ts'
import { texts } from '../../texts.ts'
import { useRedeeming } from './redeeming.ts'

const { rewards: words } = texts
const codeIn = (typed: string) => typed.replaceAll(/\s/g, '').toUpperCase()

/** a business redeems the code a client shows. It has to be written: the list tells nobody’s code. */
export function RedeemPresented() {
  const form = useForm({ code: '' }, calls.redeemReward.params, ({ code }) => ({ code: codeIn(code) }))
  const redeeming = useRedeeming(form.reset, (error) =>
    form.refuse(refused(error.message, { fields: { code: said(error, words.redeemFailed) } })),
  )
  const submit = () => form.whenSound((params) => redeeming.mutate({ params }))
  return (
    <Card title={words.presented}>
      <Form label={words.presented} onSubmit={submit} faults={form.faults}>
        <TextInput
          label={words.presentedCode}
          hint={words.presentedHint}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
          {...bind(form, 'code')}
        />
        <div>
          <Button type="submit" pending={redeeming.isPending}>
            {words.redeem}
          </Button>
        </div>
      </Form>
    </Card>
  )
}
