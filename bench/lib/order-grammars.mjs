// The same small grammar of orders twice, as peggy and as chevrotain write it: swaps, sales, purchases and transfers with an
// amount, a share or dollars, two tokens or a recipient, politeness, and a slippage. Both answer what they understood.

const PEGGY = String.raw`
Order = _ Please? o:(Swap / Buy / Send) s:Slippage? Please? [.!]? _ { return { ...o, slippage: s }; }
Swap = SwapVerb __ a:Amount __ i:Token __ ("for"i / "to"i / "into"i / "->"i) __ o:Token { return { action: "swap", amount: a, input: i, output: o }; }
Buy = "buy"i __ a:Amount __ o:Token __ ("with"i / "using"i / "for"i) __ i:Token { return { action: "swap", amount: a, input: i, output: o }; }
Send = ("send"i / "transfer"i / "pay"i) __ a:Amount __ t:Token __ "to"i __ r:Recipient { return { action: "transfer", amount: a, token: t, recipient: r }; }
SwapVerb = "swap"i / "exchange"i / "convert"i / "trade"i / "sell"i
Amount = "$" n:Number { return { usd: n }; } / n:Number "%" (__ "of" (__ "my")?)? { return { percent: n }; }
  / ("all"i / "half"i) (__ ("of"i __)? "my"i)? { return { part: text().split(" ")[0] }; } / n:Number { return { value: n }; }
Number = [0-9]+ ("," [0-9][0-9][0-9])* ("." [0-9]+)? { return text(); } / "." [0-9]+ { return text(); }
Token = $([A-Za-z] [A-Za-z0-9]*)
Recipient = $([1-9A-HJ-NP-Za-km-z]+ ".sol"?) 
Slippage = __ ("with"i / "at"i / "max"i) __ n:Number _ ("%" / "bps")? __ ("max" __)? "slippage"i { return n; }
Please = _ ("please"i / "pls"i) _
__ = [ \t]+
_ = [ \t]*
`;

/** A parser by peggy. */
export async function peggyParser() {
  const { default: peggy } = await import("peggy");
  const parser = peggy.generate(PEGGY);
  return (text) => parser.parse(text);
}

/** A parser by chevrotain, over tokens of its lexer. */
export async function chevrotainParser() {
  const { createToken, EmbeddedActionsParser, Lexer } = await import("chevrotain");
  const Word = createToken({ name: "Word", pattern: /[A-Za-z1-9][A-Za-z0-9]*(?:\.sol)?/ });
  const key = (name, pattern) => createToken({ name, pattern, longer_alt: Word });
  const Space = createToken({ name: "Space", pattern: /[ \t]+/, group: Lexer.SKIPPED });
  const NumberToken = createToken({
    name: "Number",
    pattern: /(?:\d+(?:,\d{3})*(?:\.\d+)?|\.\d+)(?![A-Za-z0-9])/,
  });
  const t = {
    Please: key("Please", /please|pls/i),
    SwapVerb: key("SwapVerb", /swap|exchange|convert|trade|sell/i),
    Buy: key("Buy", /buy/i),
    Send: key("Send", /send|transfer|pay/i),
    Into: key("Into", /for|into|->/i),
    To: key("To", /to/i),
    With: key("With", /with|using|at|max/i),
    Part: key("Part", /all|half/i),
    Of: key("Of", /of/i),
    My: key("My", /my/i),
    Slip: key("Slip", /slippage/i),
    Bps: key("Bps", /bps/i),
    Dollar: createToken({ name: "Dollar", pattern: /\$/ }),
    Percent: createToken({ name: "Percent", pattern: /%/ }),
    End: createToken({ name: "End", pattern: /[.!]/ }),
  };
  const all = [Space, NumberToken, ...Object.values(t), Word];
  const lexer = new Lexer(all, { positionTracking: "onlyOffset" });
  class Orders extends EmbeddedActionsParser {
    constructor() {
      super(all);
      this.RULE("order", () => {
        this.OPTION(() => this.CONSUME(t.Please));
        const order = this.OR([
          { ALT: () => this.SUBRULE(this.swap) },
          { ALT: () => this.SUBRULE(this.buy) },
          { ALT: () => this.SUBRULE(this.send) },
        ]);
        const slippage = this.OPTION1(() => this.SUBRULE(this.slippage));
        this.OPTION2(() => this.CONSUME1(t.Please));
        this.OPTION3(() => this.CONSUME(t.End));
        return { ...order, slippage };
      });
      this.RULE("swap", () => {
        this.CONSUME(t.SwapVerb);
        const amount = this.SUBRULE(this.amount);
        const input = this.CONSUME(Word).image;
        this.OR([{ ALT: () => this.CONSUME(t.Into) }, { ALT: () => this.CONSUME(t.To) }]);
        return { action: "swap", amount, input, output: this.CONSUME1(Word).image };
      });
      this.RULE("buy", () => {
        this.CONSUME(t.Buy);
        const amount = this.SUBRULE(this.amount);
        const output = this.CONSUME(Word).image;
        this.OR([{ ALT: () => this.CONSUME(t.With) }, { ALT: () => this.CONSUME(t.Into) }]);
        return { action: "swap", amount, output, input: this.CONSUME1(Word).image };
      });
      this.RULE("send", () => {
        this.CONSUME(t.Send);
        const amount = this.SUBRULE(this.amount);
        const token = this.CONSUME(Word).image;
        this.CONSUME(t.To);
        return { action: "transfer", amount, token, recipient: this.CONSUME1(Word).image };
      });
      this.RULE("amount", () =>
        this.OR([
          {
            ALT: () => {
              this.CONSUME(t.Dollar);
              return { usd: this.CONSUME(NumberToken).image };
            },
          },
          {
            ALT: () => {
              const part = this.CONSUME(t.Part).image;
              this.OPTION(() => this.CONSUME(t.Of));
              this.OPTION1(() => this.CONSUME(t.My));
              return { part };
            },
          },
          {
            ALT: () => {
              const value = this.CONSUME1(NumberToken).image;
              const percent = this.OPTION2(() => {
                this.CONSUME(t.Percent);
                this.OPTION3(() => this.CONSUME1(t.Of));
                this.OPTION4(() => this.CONSUME1(t.My));
                return true;
              });
              return percent ? { percent: value } : { value };
            },
          },
        ]),
      );
      this.RULE("slippage", () => {
        this.CONSUME(t.With);
        const value = this.CONSUME(NumberToken).image;
        this.OPTION(() =>
          this.OR([{ ALT: () => this.CONSUME(t.Percent) }, { ALT: () => this.CONSUME(t.Bps) }]),
        );
        this.OPTION1(() => this.CONSUME1(t.With));
        this.CONSUME(t.Slip);
        return value;
      });
      this.performSelfAnalysis();
    }
  }
  const parser = new Orders();
  return (text) => {
    const { tokens, errors } = lexer.tokenize(text);
    if (errors.length > 0) throw new Error(errors[0].message);
    parser.input = tokens;
    const order = parser.order();
    if (parser.errors.length > 0) throw parser.errors[0];
    return order;
  };
}
