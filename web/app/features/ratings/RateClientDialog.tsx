import { type ReactNode, useState } from 'react'
import { Button } from '../../components/buttons.tsx'
import { Dialog, DialogActions } from '../../components/dialogs.tsx'
import { Select, TextInput } from '../../components/form-controls.tsx'
import { Form, FormAlert } from '../../components/form.tsx'
import { bindField } from '../../shared/form.ts'
import { todayInRome } from '../../shared/format.ts'
import { RatingFields, useRatingForm } from './RatingFields.tsx'
import { componentTexts } from '../../components/texts.ts'
import { PremiumBadge } from '../../components/premium-badge.tsx'
import { ratingTexts } from './texts.ts'

const stayOptions = Object.entries(ratingTexts.stay).map(([value, label]) => ({ value, label }))

export interface RatedClient {
  readonly id: string
  readonly name: string
  readonly isPremium: boolean
}

interface RatingFormProps {
  readonly client: RatedClient | undefined
  readonly onClose: () => void
}

function RatingForm({ client, onClose }: RatingFormProps) {
  const { form, pending, submit } = useRatingForm(client?.id, onClose)
  return (
    <Form label={ratingTexts.dialogTitle} onSubmit={submit} errorCount={form.errorCount}>
      {client === undefined ? (
        <TextInput
          label={ratingTexts.clientEmail}
          hint={ratingTexts.clientEmailHint}
          type="email"
          autoComplete="off"
          required
          {...bindField(form, 'clientEmail')}
        />
      ) : (
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 font-semibold break-words">{client.name}</span>
          <PremiumBadge shown={client.isPremium} />
        </p>
      )}
      <RatingFields
        values={form.values}
        errorOf={form.errorOf}
        onScore={form.set}
        onComment={(comment) => form.set('comment', comment)}
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <Select label={ratingTexts.stayType} options={stayOptions} {...bindField(form, 'stayType')} />
          <TextInput
            label={ratingTexts.stayDate}
            type="date"
            max={todayInRome()}
            required
            {...bindField(form, 'stayDate')}
          />
        </div>
      </RatingFields>
      <FormAlert text={form.formError ?? (client && form.errorOf('clientEmail'))} />
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          {componentTexts.cancel}
        </Button>
        <Button type="submit" pending={pending}>
          {ratingTexts.submit}
        </Button>
      </DialogActions>
    </Form>
  )
}

interface RateClientDialogProps {
  /** A client of the list; without it the form asks for the e-mail address. */
  readonly client?: RatedClient
  readonly small?: boolean
  readonly children: ReactNode
}

/** Button and dialog for a new rating. @rule R-47 */
export function RateClientDialog({ client, small, children }: RateClientDialogProps) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button variant={small === true ? 'secondary' : 'primary'} small={small} onClick={() => setOpen(true)}>
        {children}
      </Button>
      <Dialog open={open} onClose={close} title={ratingTexts.dialogTitle} description={ratingTexts.dialogText}>
        <RatingForm client={client} onClose={close} />
      </Dialog>
    </>
  )
}
