/** Packages, and a small program that uses all of them. */
export type PackageSet = Readonly<{ packages: readonly string[]; program: string }>;

const numpy = "import numpy as np\nprint(int(np.arange(10).sum()))\n";
const pandas = 'import pandas as pd\nprint(int(pd.DataFrame({"a": [1, 2, 3]})["a"].sum()))\n';
const requests =
  'import requests\nprint(requests.Request("GET", "https://example.org/", params={"q": "1"}).prepare().url)\n';
const pydantic =
  'from pydantic import BaseModel\n\n\nclass User(BaseModel):\n    name: str\n\n\nprint(User(name="Ada").model_dump_json())\n';
const matplotlib =
  'import matplotlib\n\nmatplotlib.use("Agg")\nimport matplotlib.pyplot as plt\n\nfigure, axes = plt.subplots()\naxes.plot([1, 2, 3])\nfigure.savefig("plot.png")\nprint("drawn")\n';
const sklearn =
  "from sklearn.linear_model import LinearRegression\n\nmodel = LinearRegression().fit([[0], [1], [2]], [1, 3, 5])\nprint(round(float(model.predict([[3]])[0])))\n";
const pytest =
  'import pytest\n\nwith pytest.raises(ValueError):\n    int("x")\nprint(pytest.approx(0.3) == 0.1 + 0.2)\n';
const together = `import numpy as np
import pandas as pd
import pytest
import requests
from pydantic import BaseModel


class Total(BaseModel):
    value: int


frame = pd.DataFrame({"a": np.arange(4)})
total = Total(value=int(frame["a"].sum()))
print(total.value == pytest.approx(6), requests.Request("GET", "https://example.org/").prepare().url)
`;

export const packageSets: readonly PackageSet[] = [
  { packages: ["numpy"], program: numpy },
  { packages: ["pandas"], program: pandas },
  { packages: ["requests"], program: requests },
  { packages: ["pydantic"], program: pydantic },
  { packages: ["matplotlib"], program: matplotlib },
  { packages: ["scikit-learn"], program: sklearn },
  { packages: ["pytest"], program: pytest },
  { packages: ["numpy", "pandas", "pytest", "requests", "pydantic"], program: together },
];
