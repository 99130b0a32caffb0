import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import {
  defaultSeverity,
  findAccountsBody,
  imposeSanctionBody,
  sanctionReasons,
  severities,
} from '../../../contract/sanctions/sanctions.ts'
import { Button } from '../../components/buttons.tsx'
import { Dialog, DialogActions } from '../../components/dialogs.tsx'
import { Select, TextArea } from '../../components/form-controls.tsx'
import { Form, FormAlert } from '../../components/form.tsx'
import { SearchSelect, useSearchText } from '../../components/search-picker.tsx'
import { useFormMutation } from '../../shared/form-mutation.ts'
import { bindField, blankToUndefined } from '../../shared/form.ts'
import { limitsOf } from '../../shared/schema-limits.ts'
import { findAccountsQuery } from './queries.ts'
import { sanctionTexts } from './texts.ts'

const reasonChoices = sanctionReasons.map((value) => ({ value, label: sanctionTexts.reasons[value] }))
const severityChoices = severities.map((value) => ({ value, label: sanctionTexts.severities[value] }))
const emptyForm = { reason: 'POLICY_VIOLATION', severity: defaultSeverity, description: '' }

/** Button and dialog for imposing a sanction. The dialog opens at once if the URL names an account. */
export function NewSanctionDialog() {
  const [search, setSearch] = useSearchParams()
  const accountId = search.get('account') ?? ''
  const { state } = useLocation() as { readonly state: { readonly sanctioned?: string | null } | null }
  const author =
    accountId === '' ? null : { id: accountId, name: state?.sanctioned ?? sanctionTexts.console.id(accountId) }
  const [open, setOpen] = useState(accountId !== '')
  const close = () => {
    setOpen(false)
    if (accountId !== '') setSearch({ view: 'sanctions' }, { replace: true })
  }
  return (
    <div>
      <Button onClick={() => setOpen(true)}>{sanctionTexts.console.newSanction}</Button>
      {open && <SanctionForm initialAccount={author} onClose={close} />}
    </div>
  )
}

interface SanctionFormProps {
  /** Preselected if the moderator came from a review. */
  readonly initialAccount: PickedAccount | null
  readonly onClose: () => void
}

function SanctionForm({ initialAccount, onClose }: SanctionFormProps) {
  const [account, setAccount] = useState(initialAccount)
  const { form, pending, submit } = useFormMutation('imposeSanction', {
    initialValues: { ...emptyForm, userId: initialAccount?.id ?? '' },
    schema: imposeSanctionBody,
    toBody: (values) => ({ ...values, description: blankToUndefined(values.description) }),
    toInput: (body) => ({ body }),
    invalidates: ['moderation'],
    successToast: ({ proposed }) =>
      proposed === null
        ? { title: sanctionTexts.console.imposed }
        : { title: sanctionTexts.console.proposed, text: sanctionTexts.console.proposedText },
    onSuccess: onClose,
    failureText: sanctionTexts.console.failed,
  })
  const choose = (picked: PickedAccount | null) => {
    setAccount(picked)
    form.set('userId', picked?.id ?? '')
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={sanctionTexts.console.newSanction}
      description={sanctionTexts.console.newText}
    >
      <Form label={sanctionTexts.console.newSanction} onSubmit={submit} errorCount={form.errorCount}>
        <AccountPicker
          chosen={account}
          onChoose={choose}
          error={form.errorOf('userId') && sanctionTexts.console.accountMissing}
        />
        <Select label={sanctionTexts.console.reason} options={reasonChoices} {...bindField(form, 'reason')} />
        <Select label={sanctionTexts.console.severity} options={severityChoices} {...bindField(form, 'severity')} />
        <TextArea
          label={sanctionTexts.console.description}
          {...limitsOf(imposeSanctionBody, 'description')}
          {...bindField(form, 'description')}
        />
        <FormAlert text={form.formError} />
        <DialogActions onCancel={onClose}>
          <Button type="submit" variant="danger" pending={pending}>
            {sanctionTexts.console.impose}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}

export interface PickedAccount {
  readonly id: string
  readonly name: string
}

interface AccountPickerProps {
  readonly chosen: PickedAccount | null
  readonly onChoose: (account: PickedAccount | null) => void
  readonly error: string | undefined
}

/** Finds businesses by the beginning of their name, and any account by its complete e-mail address. */
function AccountPicker({ chosen, onChoose, error }: AccountPickerProps) {
  const { typed, setTyped, query, isCurrent } = useSearchText()
  const found = useQuery({ ...findAccountsQuery(query), enabled: findAccountsBody.safeParse({ query }).success })
  const accounts = isCurrent ? found.data : undefined
  return (
    <SearchSelect
      selected={
        chosen && {
          text: sanctionTexts.console.accountChosen(chosen.name),
          changeLabel: sanctionTexts.console.accountChange,
          onChange: () => onChoose(null),
        }
      }
      label={sanctionTexts.console.account}
      hint={sanctionTexts.console.accountHint}
      error={error}
      required
      query={typed}
      onQueryChange={setTyped}
      results={accounts?.map(({ id, name, kind, place }) => ({
        id,
        name,
        note: place ?? sanctionTexts.console.accountKinds[kind],
      }))}
      searchError={found.error?.message}
      emptyText={sanctionTexts.console.accountNone}
      onChoose={({ id, name }) => onChoose({ id, name })}
    />
  )
}
