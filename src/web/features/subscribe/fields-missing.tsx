import { Button } from '#web/ui/button.tsx'
import { FormError } from './form-problem.tsx'

type Props = { isPending: boolean; retry: () => void }

/** The provider's fields didn't come. */
export const FieldsMissing = ({ isPending, retry }: Props) => (
  <FormError
    title="The card form could not be loaded"
    text="Nothing was charged. Check your connection, and whether something in your browser blocks the card provider. The page tries again by itself when you are back online."
  >
    <Button variant="secondary" pending={isPending} onClick={retry}>
      Try again
    </Button>
  </FormError>
)
