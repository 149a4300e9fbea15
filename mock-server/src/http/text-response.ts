/** Makes a `Response` of a text. */
export type TextResponder = (text: string, init: ResponseInit) => Response;

/** A mark that reading a body takes away, or half of a character: as bytes, such a text does not stay as it was. */
const CHANGED_BY_BYTES = /^\ufeff|\p{Surrogate}/u;

/** Bun and Deno send a response by what lies within it, past the methods that are overridden here. */
const IS_SENT_FROM_WITHIN = process.versions["bun"] !== undefined || process.versions["deno"] !== undefined;

/** Whether what is asked of such responses comes by way of their class: of some test environments they have members of their own. */
function canBeOverridden(base: typeof Response): boolean {
  const one = new base(null);
  return !Object.hasOwn(one, "body") && !Object.hasOwn(one, "bodyUsed");
}

/**
 * Responses whose text is read as it is. The platform's own puts it into a stream of bytes and reads that again, which costs more
 * than all else of an answer. The stream is made once somebody asks for it.
 */
export function textResponses(): TextResponder {
  let made:
    | { readonly base: typeof Response; readonly Text: new (...of: TextArguments) => Response }
    | undefined;
  return (text, init) => {
    if (IS_SENT_FROM_WITHIN || CHANGED_BY_BYTES.test(text)) return new Response(text, init);
    // A test environment may put another one in its place.
    const base = globalThis.Response;
    if (made?.base !== base) made = { base, Text: canBeOverridden(base) ? over(base) : base };
    return new made.Text(text, init);
  };
}

type TextArguments = ConstructorParameters<new (text: string, init: ResponseInit) => Response>;

function over(base: typeof Response) {
  return class TextResponse extends base {
    readonly #text: string;
    #read = false;
    /** The platform's response of the same text, once more is asked of it than the text. */
    #streamed: Response | undefined;

    constructor(text: string, init: ResponseInit) {
      super(null, init);
      this.#text = text;
    }

    get #asText(): boolean {
      return !this.#read && this.#streamed === undefined;
    }

    #stream(): Response {
      if (this.#streamed) return this.#streamed;
      const streamed = new base(this.#text, this.#head());
      // Read twice, it refuses in the platform's words.
      if (this.#read) streamed.text().catch(() => undefined);
      this.#streamed = streamed;
      return streamed;
    }

    #head(): ResponseInit {
      const { status, statusText, headers } = this;
      return { status, statusText, headers };
    }

    override get body() {
      return this.#stream().body;
    }

    override get bodyUsed(): boolean {
      return this.#streamed?.bodyUsed ?? this.#read;
    }

    override async text(): Promise<string> {
      if (!this.#asText) return this.#stream().text();
      this.#read = true;
      return this.#text;
    }

    override async json() {
      if (!this.#asText) return this.#stream().json();
      this.#read = true;
      return JSON.parse(this.#text);
    }

    override arrayBuffer() {
      return this.#stream().arrayBuffer();
    }

    /** Node 20 has none of its own. */
    override async bytes() {
      return new Uint8Array(await this.#stream().arrayBuffer());
    }

    override blob() {
      return this.#stream().blob();
    }

    override formData() {
      return this.#stream().formData();
    }

    override clone(): Response {
      if (this.#asText) return new TextResponse(this.#text, this.#head());
      return new base(this.#stream().clone().body, this.#head());
    }
  };
}
