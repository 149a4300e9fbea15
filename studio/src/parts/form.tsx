import type { ButtonHTMLAttributes, ComponentChildren, InputHTMLAttributes } from "preact";

/** A form that runs an action instead of leaving the page. */
export function Form(props: {
  readonly submit?: () => unknown;
  readonly class?: string;
  readonly children: ComponentChildren;
}) {
  return (
    <form
      class={props.class ?? "form"}
      onSubmit={(event) => {
        event.preventDefault();
        props.submit?.();
      }}
    >
      {props.children}
    </form>
  );
}

/** A button that runs an action. */
export function Button(
  props: Omit<ButtonHTMLAttributes, "type" | "onClick"> & { readonly run: () => unknown },
) {
  const { run, ...rest } = props;
  return <button {...rest} type="button" onClick={() => void run()} />;
}

export function Field({ label, children }: { readonly label: string; readonly children: ComponentChildren }) {
  return (
    <label class="field">
      <span>{label}</span>
      {children}
    </label>
  );
}

interface Valued {
  readonly label: string;
  readonly value: string;
  readonly set: (value: string) => void;
}

/** A labelled text input. */
export function TextField({
  label,
  set,
  ...input
}: Valued & Pick<InputHTMLAttributes, "aria-invalid" | "inputMode" | "maxLength" | "placeholder" | "size">) {
  return (
    <Field label={label}>
      <input {...input} onInput={(event) => set(event.currentTarget.value)} />
    </Field>
  );
}

interface Choices<T extends string> {
  readonly label: string;
  readonly set: (value: T) => void;
  /** Values, each with its text if that differs from the value. */
  readonly choices: readonly (T | readonly [value: T, text: string])[];
}

const withText = <T extends string>(choice: Choices<T>["choices"][number]) =>
  typeof choice === "string" ? ([choice, choice] as const) : choice;

/** A labelled list to choose from. */
export function SelectField<T extends string>(props: Choices<T> & { readonly value: T | undefined }) {
  const { label, value, set, choices } = props;
  return (
    <Field label={label}>
      <select value={value} onChange={(event) => set(event.currentTarget.value as T)}>
        {choices.map(withText).map(([name, text]) => (
          <option key={name} value={name}>
            {text}
          </option>
        ))}
      </select>
    </Field>
  );
}

/** Buttons of which one is pressed, after the children. */
export function Choice<T extends string>(
  props: Choices<T> & {
    readonly value: T;
    readonly class?: string;
    readonly children?: ComponentChildren;
  },
) {
  return (
    <fieldset class={props.class ?? "row"}>
      <legend class="visually-hidden">{props.label}</legend>
      {props.children}
      {props.choices.map(withText).map(([value, text]) => (
        <Button key={value} aria-pressed={value === props.value} run={() => props.set(value)}>
          {text}
        </Button>
      ))}
    </fieldset>
  );
}
